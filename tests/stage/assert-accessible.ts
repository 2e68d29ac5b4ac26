import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright';

/** axe-core finds nothing on the page as it stands, in shadow roots too. */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const runner = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await runner.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    );
  });
  assert.deepEqual(found, [], state);
}
