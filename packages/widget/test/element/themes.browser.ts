import { emulateMedia } from '@web/test-runner-commands';
import civic from '../../../../docs/themes/civic.css?inline';
import dusk from '../../../../docs/themes/dusk.css?inline';
import { accessible } from './stage/accessible.ts';
import { equal } from './stage/assert.ts';
import { completeCall } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { show } from './stage/show.ts';

const THEMES = {
  civic: { css: civic, accent: 'rgb(29, 79, 145)', radius: '0px' },
  dusk: { css: dusk, accent: 'rgb(255, 184, 107)', radius: '16px' },
};

teardown(async () => {
  document.adoptedStyleSheets = [];
  await emulateMedia({ colorScheme: 'light' });
});

for (const [name, { css, accent, radius }] of Object.entries(THEMES))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the example theme ${name} has enough contrast on a ${colorScheme} phone`, async () => {
      await emulateMedia({ colorScheme });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
      const staged = await show(PERU);
      equal(getComputedStyle(staged.query('[part=submit]')).backgroundColor, accent);
      equal(getComputedStyle(staged.query('.input')).borderRadius, radius);
      await accessible(staged.element, `${name}, ready`);
      staged.element.submit();
      await accessible(staged.element, `${name}, errors`);
      await completeCall(staged.candidate);
      await staged.reaches('elsewhere');
      await accessible(staged.element, `${name}, confirmed`);
    });
