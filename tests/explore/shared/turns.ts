import { setTimeout as pause } from 'node:timers/promises';

const TURN_MS = 20;
/** A turn counts for at most this much. */
const LONG_TURN_MS = 50;
let passedMs = 0;
let turnedAt = performance.now();
setInterval(() => {
  const now = performance.now();
  passedMs += Math.min(now - turnedAt, LONG_TURN_MS);
  turnedAt = now;
}, TURN_MS).unref();

/** Milliseconds on a clock that stands still while this process gets no turns. */
export const turnsNow = (): number => passedMs;

/** Even a quiet machine has a slow moment. */
const SLACK = 2;

/**
 * Waits until `isSo` responds with something, for about `ms` on a quiet machine. Time counts in turns, each
 * with a question to the program under test: where that responds late, a turn takes longer, so that a
 * busy machine causes no finding.
 */
export async function within<Result>(
  ms: number,
  isSo: () => Promise<Result | undefined | false>,
): Promise<Result | undefined> {
  for (let left = ms * SLACK; left > 0;) {
    const began = performance.now();
    const result = await isSo();
    if (result !== undefined && result !== false) return result;
    await pause(TURN_MS);
    left -= Math.min(performance.now() - began, LONG_TURN_MS);
  }
  return undefined;
}
