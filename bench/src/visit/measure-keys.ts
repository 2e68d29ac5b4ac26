import { setTimeout as pause } from 'node:timers/promises';
import type { Watch } from '../in-page/watch-page.ts';
import { readWork, workBetween, type Work } from './main-thread.ts';
import type { OpenPage } from './open-page.ts';
import { clearField, pressKey } from './press-key.ts';

/** What each of many keys in the middle of the form cost. */
export interface Keys {
  /** Each key of a fast burst: what was done until it was painted. */
  burst: Work[];
  /** From each key to the frame that shows it, ms. */
  paintsMs: number[];
  /** One key of slow typing, with all that is done in the pauses after it. */
  paced: Work;
}

const BURST = 40;
const PACED = 8;
/** Between two keys of slow typing: long enough for what waits for a pause. */
const PACE_MS = 300;

/** Types into the text field in the middle, and leaves it empty. */
export async function measureKeys({ page, session, told }: OpenPage): Promise<Keys> {
  const found = await page.evaluate(() =>
    (globalThis as unknown as { bench: Watch }).bench.focusMiddle(),
  );
  if (!found) throw new Error('the text field in the middle does not take the focus');
  await pause(PACE_MS * 2);
  const burst: Work[] = [];
  const paintsMs: number[] = [];
  for (let nth = 1; nth <= BURST; nth += 1) {
    const before = await readWork(session);
    await pressKey(session, letter(nth));
    paintsMs.push(await told('key', { nth }));
    burst.push(workBetween(before, await readWork(session)));
  }
  await pause(PACE_MS * 2);
  const before = await readWork(session);
  for (let nth = 1; nth <= PACED; nth += 1) {
    await pressKey(session, letter(nth));
    await pause(PACE_MS);
  }
  await told('key', { nth: BURST + PACED });
  const { scriptMs, busyMs } = workBetween(before, await readWork(session));
  await clearField(session);
  await told('key', { nth: BURST + PACED + 1 });
  await pause(PACE_MS * 2);
  return { burst, paintsMs, paced: { scriptMs: scriptMs / PACED, busyMs: busyMs / PACED } };
}

function letter(nth: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + (nth % 26));
}
