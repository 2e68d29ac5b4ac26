import { setViewport } from '@web/test-runner-commands';
import form_schema from '../tables/all-controls.json' with { type: 'json' };
import { deepEqual, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { show } from './stage/show.ts';

// WCAG 1.4.4 and 1.4.10: text of twice the size fits a page of 320 px without sideways scrolling.

teardown(async () => {
  document.documentElement.style.fontSize = '';
  await setViewport({ width: 390, height: 844 });
});

for (const size of [20, 24, 32])
  test(`all controls fit a page of 320 px with text of ${size} px`, async () => {
    await setViewport({ width: 320, height: 844 });
    document.documentElement.style.fontSize = `${size}px`;
    const staged = await show({ form_schema }, { locale: 'es' });
    await until(() => staged.root.querySelectorAll('[role=combobox]').length === 2);
    deepEqual(outside(staged), []);
    staged.element.submit();
    await until(() => staged.root.querySelector('.summary') !== null);
    deepEqual(outside(staged), []);
    ok(document.documentElement.scrollWidth <= 320);
  });

/** What reaches beyond the page, or beyond its own box. */
function outside({ root }: StagedElement): string[] {
  return [...root.querySelectorAll<HTMLElement>('.base *')]
    .filter((each) => each.checkVisibility() && !each.closest('.unseen, [popover]'))
    .filter((each) => {
      const { left, right } = each.getBoundingClientRect();
      return left < 0 || right > window.innerWidth;
    })
    .map((each) => `${each.localName}.${each.className} ${each.getBoundingClientRect().right}`);
}
