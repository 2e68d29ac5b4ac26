import { setTimeout as pause } from 'node:timers/promises';

const TURN_MS = 20;
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
  for (let turns = (ms / TURN_MS) * SLACK; turns > 0; turns -= 1) {
    const result = await isSo();
    if (result !== undefined && result !== false) return result;
    await pause(TURN_MS);
  }
  return undefined;
}
