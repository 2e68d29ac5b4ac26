import type { EndedLook, WatchRow, WatchStore } from './watch-store.ts';
import { createDueLoop, type DueLoop } from '../db/due-loop.ts';

/** How long a person goes unwatched when the process that looks is gone. */
const LEASE_MS = 3_000;
/** A look that takes longer holds its claim. */
const RENEW_MS = 1_000;
/** Looks under way at once. */
const MOST = 100;
/** What falls due within this time is claimed by one statement, and what ends is written by one. */
const ROUND_MS = 50;

/** Starts a look at each person that is due. A slow one holds up no other. */
export function createLookRounds(
  watches: WatchStore,
  look: (due: WatchRow) => Promise<Omit<EndedLook, 'claimed'>>,
  onError: (error: unknown) => void,
): DueLoop {
  const underWay = new Map<WatchRow, Promise<void>>();
  const ended: EndedLook[] = [];
  const loop = createDueLoop(round, onError);
  let renewal: NodeJS.Timeout | undefined;

  async function round(): Promise<number | undefined> {
    const now = Date.now();
    await watches.reschedule(ended.splice(0));
    const due = await watches.claimDue(now, now + LEASE_MS, MOST - underWay.size);
    for (const row of due) underWay.set(row, lookAt(row));
    const soon = now + ROUND_MS;
    return underWay.size > 0 ? soon : Math.max((await watches.nextDue()) ?? Infinity, soon);
  }

  async function lookAt(row: WatchRow): Promise<void> {
    try {
      ended.push({ claimed: row, ...(await look(row)) });
    } catch (error) {
      onError(error);
    }
    underWay.delete(row);
  }

  function renew(): void {
    const lease_until = Date.now() + LEASE_MS;
    for (const row of underWay.keys()) watches.extend(row, lease_until).catch(onError);
  }

  return {
    start() {
      renewal ??= setInterval(renew, RENEW_MS);
      loop.start();
    },
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await Promise.all(underWay.values());
      clearInterval(renewal);
      await watches.reschedule(ended.splice(0));
    },
  };
}
