import axe from 'axe-core';
import { deepEqual } from './assert.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails when axe finds anything in an element. */
export async function accessible(element: Element, what: string): Promise<void> {
  const { violations } = await axe.run(element, {
    runOnly: RULES,
    resultTypes: ['violations'],
    // Only rules about orientation and audio read style sheets and media.
    preload: false,
    // The page around it is the test runner's.
    rules: { region: { enabled: false } },
  });
  const found = violations.map(({ id, nodes }) => [id, nodes[0]?.html, nodes[0]?.failureSummary]);
  deepEqual(found, [], what);
  const required = '.field:has([aria-required]) > .label';
  const labels = [...(element.shadowRoot?.querySelectorAll(required) ?? [])];
  const optional = labels.filter(({ textContent }) => textContent?.includes('(opcional)'));
  deepEqual(optional, [], `${what}: required and optional`);
}
