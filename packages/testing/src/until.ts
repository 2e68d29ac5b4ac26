import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 5 * 60_000;
/** Reading without a pause would take the CPU from what is awaited. */
const POLL_MS = 25;

/** Repeats `read` until its result is truthy. */
export async function until<Result>(
  read: () => Promise<Result | undefined | false>,
): Promise<Result> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const result = await read();
    if (result) return result;
    await pause(POLL_MS);
  }
  throw new Error(`the condition did not hold within ${LIMIT_MS} ms`);
}
