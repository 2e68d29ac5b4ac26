import { emulateMedia } from '@web/test-runner-commands';
import civic from '../../../../docs/themes/civic.css?inline';
import dusk from '../../../../docs/themes/dusk.css?inline';
import { accessible } from './stage/accessible.ts';
import { equal, ok } from './stage/assert.ts';
import { sandbox } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { show } from './stage/show.ts';

const THEMES = { civic, dusk };
/** The surface behind the text of a theme, and its accent. */
const LOOKS = {
  civic: { accent: 'rgb(29, 79, 145)', radius: '0px' },
  dusk: { accent: 'rgb(255, 184, 107)', radius: '16px' },
};

teardown(async () => {
  document.adoptedStyleSheets = [];
  await emulateMedia({ colorScheme: 'light' });
});

for (const [name, css] of Object.entries(THEMES))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the example theme ${name} has enough contrast on a ${colorScheme} phone`, async () => {
      await emulateMedia({ colorScheme });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
      const staged = await show(PERU);
      const look = LOOKS[name as keyof typeof LOOKS];
      equal(getComputedStyle(staged.query('[part=submit]')).backgroundColor, look.accent);
      equal(getComputedStyle(staged.query('.input')).borderRadius, look.radius);
      ok(contrast(staged.query('.input'), 'borderTopColor') >= 3, 'a border is 3:1');
      await accessible(staged.element, `${name}, ready`);
      staged.element.submit();
      await accessible(staged.element, `${name}, errors`);
      await sandbox(`/calls/${staged.candidate.record.precandidate_id}`, {});
      await staged.reaches('elsewhere');
      await accessible(staged.element, `${name}, confirmed`);
      ok(contrast(staged.query('.badge'), 'color', staged.query('.card')) >= 3, 'an icon is 3:1');
    });

/** Contrast of a colour of an element with what is behind it. */
function contrast(
  element: HTMLElement,
  property: 'borderTopColor' | 'color',
  behind: HTMLElement = element,
): number {
  const front = luminance(getComputedStyle(element)[property]);
  const back = luminance(getComputedStyle(behind).backgroundColor);
  return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
