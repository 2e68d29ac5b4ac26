import { setTimeout as pause } from 'node:timers/promises';
import { clearField, pressKey, readWork, workBetween, type Work } from './browser-session.ts';
import type { PageProbe } from './in-page.ts';
import type { OpenPage } from './open-page.ts';

/** The cost of each of many keys in the middle of the form. */
export interface Keys {
  /** Each key of a fast burst, until it was painted. */
  burst: Work[];
  /** From each key to the frame that shows it, ms. */
  paintsMs: number[];
  /** One key of slow typing, with all work in the pause after it. */
  paced: Work;
}

const BURST = 40;
const PACED = 8;
/** Between two keys of slow typing: long enough for debounced work. */
const PACE_MS = 300;

/** Types into the text field in the middle, and leaves it empty. */
export async function measureKeys({ page, session, event }: OpenPage): Promise<Keys> {
  const found = await page.evaluate(() =>
    (globalThis as unknown as { bench: PageProbe }).bench.focusMiddle(),
  );
  if (!found) throw new Error('the text field in the middle does not take the focus');
  await pause(PACE_MS * 2);
  const burst: Work[] = [];
  const paintsMs: number[] = [];
  for (let nth = 1; nth <= BURST; nth += 1) {
    const before = await readWork(session);
    await pressKey(session, letter(nth));
    paintsMs.push(await event('key', { nth }));
    burst.push(workBetween(before, await readWork(session)));
  }
  await pause(PACE_MS * 2);
  const before = await readWork(session);
  for (let nth = 1; nth <= PACED; nth += 1) {
    await pressKey(session, letter(nth));
    await pause(PACE_MS);
  }
  await event('key', { nth: BURST + PACED });
  const { scriptMs, busyMs } = workBetween(before, await readWork(session));
  await clearField(session);
  await event('key', { nth: BURST + PACED + 1 });
  await pause(PACE_MS * 2);
  return { burst, paintsMs, paced: { scriptMs: scriptMs / PACED, busyMs: busyMs / PACED } };
}

const EARLY_MS = 2_000;
const EARLY_PACE_MS = 100;

/**
 * Opens `url` and types for two seconds from the moment when the first field is usable. Resolves to
 * the ms from each key to the frame that shows it.
 */
export async function measureEarlyKeys(open: OpenPage, url: string): Promise<number[]> {
  const { page, session, event } = open;
  await page.goto(url, { waitUntil: 'commit' });
  await event('usable');
  // Reported since the navigation, so it does not count.
  await pressKey(session, letter(0));
  const pressed: Promise<void>[] = [];
  for (let nth = 1; nth <= EARLY_MS / EARLY_PACE_MS; nth += 1) {
    await pause(EARLY_PACE_MS);
    // A busy page confirms a key late; the next key must not wait for that.
    pressed.push(pressKey(session, letter(nth)));
  }
  await Promise.all(pressed);
  return Promise.all(pressed.map((_, index) => event('key', { nth: index + 1 })));
}

function letter(nth: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + (nth % 26));
}

/** Long enough for validation on blur. */
const AFTER_BLUR_MS = 600;

/** From a click on `submit` to the first new error, ms. */
export async function measureRefusal(open: OpenPage, submit: string): Promise<number> {
  const { page, session, event } = open;
  await page.evaluate(() => (globalThis as unknown as { bench: PageProbe }).bench.leaveField());
  await pause(AFTER_BLUR_MS);
  const button = page.locator(submit).last();
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error(`there is no visible button ${submit}`);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left' as const };
  await session.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', clickCount: 1 });
  await session.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased', clickCount: 1 });
  return event('error');
}
