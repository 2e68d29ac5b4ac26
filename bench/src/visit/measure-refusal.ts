import { setTimeout as pause } from 'node:timers/promises';
import type { Watch } from '../in-page/watch-page.ts';
import type { OpenPage } from './open-page.ts';

/** What a field says when it is left is said by then. */
const QUIET_MS = 600;

/** From the press on `submit` to the first new error on the screen, ms. */
export async function measureRefusal(open: OpenPage, submit: string): Promise<number> {
  const { page, session, told } = open;
  await page.evaluate(() => (globalThis as unknown as { bench: Watch }).bench.leaveField());
  await pause(QUIET_MS);
  const button = page.locator(submit).last();
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error(`no button ${submit} is on the screen`);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left' as const };
  await session.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', clickCount: 1 });
  await session.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased', clickCount: 1 });
  return told('error');
}
