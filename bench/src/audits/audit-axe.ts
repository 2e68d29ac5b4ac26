import axe from 'axe-core';
import type { Browser } from 'playwright';
import { openUnhurried, type Seen } from './open-unhurried.ts';

/** What axe-core finds wrong with a page. */
export interface AxeFinding {
  /** The rule. */
  id: string;
  impact: string;
  /** How many elements break it. */
  nodes: number;
}

/** Runs axe-core (WCAG 2.2 A and AA) on the page as it opens, in shadow roots too. */
export async function auditAxe(browser: Browser, seen: Seen): Promise<AxeFinding[]> {
  const { page, close } = await openUnhurried(browser, seen);
  try {
    await page.evaluate(axe.source);
    return await page.evaluate(async () => {
      const runner = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations } = await runner.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      });
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact: impact ?? '',
        nodes: nodes.length,
      }));
    });
  } finally {
    await close();
  }
}
