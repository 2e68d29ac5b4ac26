import { setImmediate as atOnce, setTimeout as pause } from 'node:timers/promises';

/** Somebody who waits to be let through. */
interface Waiting {
  patience_ms: number;
  /** Epoch milliseconds. */
  deadline: number;
  admit(): void;
  refuse(error: unknown): void;
}

/**
 * Lets callers through in turn, who is more patient first: people before the watch. Those of one
 * moment are let through together, so that `take` is asked once for all of them. It answers how many
 * of so many may pass now, or in how many milliseconds one may. A caller for whom that is too long is
 * refused at once with `tooLong`, and with what `take` rejects with.
 */
export function createTurns(
  take: (wanted: number) => Promise<{ calls: number; wait_ms: number }>,
  tooLong: (wait_ms: number) => Error,
): (patience_ms: number) => Promise<void> {
  const line: Waiting[] = [];
  let isServing = false;
  /** Nobody passes before (epoch milliseconds). */
  let closed_until = 0;

  function stand(one: Waiting): void {
    const behind = line.findLastIndex(({ patience_ms }) => patience_ms >= one.patience_ms);
    line.splice(behind + 1, 0, one);
  }

  function refuseImpatient(): void {
    const refused = line.filter(({ deadline }) => deadline < closed_until);
    if (refused.length === 0) return;
    line.splice(0, Infinity, ...line.filter(({ deadline }) => deadline >= closed_until));
    for (const { refuse } of refused) refuse(tooLong(closed_until - Date.now()));
  }

  async function serve(): Promise<void> {
    isServing = true;
    try {
      // Whoever comes in this moment comes along.
      await atOnce();
      while (line.length > 0) await letPass();
    } catch (error) {
      for (const { refuse } of line.splice(0)) refuse(error);
    } finally {
      isServing = false;
    }
  }

  async function letPass(): Promise<void> {
    const { calls, wait_ms } = await take(line.length);
    for (const { admit } of line.splice(0, calls)) admit();
    if (calls > 0) return;
    closed_until = Date.now() + wait_ms;
    refuseImpatient();
    if (line.length > 0) await pause(wait_ms);
  }

  return (patience_ms) =>
    new Promise((admit, refuse) => {
      const now = Date.now();
      const deadline = now + patience_ms;
      if (deadline < closed_until) return refuse(tooLong(closed_until - now));
      stand({ patience_ms, deadline, admit, refuse });
      if (!isServing) void serve();
    });
}
