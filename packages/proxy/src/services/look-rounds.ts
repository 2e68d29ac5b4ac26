import type { WatchRow, WatchStore } from '../store/watch-store.ts';
import { createDueLoop, type DueLoop } from './due-loop.ts';

/** How long a person goes unwatched when the process that looks is gone. */
const LEASE_MS = 3_000;
/** A look that takes longer holds its claim. */
const RENEW_MS = 1_000;
/** Looks under way at once. */
const MOST = 50;

/** Starts a look at each person that is due. A slow one holds up no other. */
export function createLookRounds(
  watches: WatchStore,
  look: (due: WatchRow) => Promise<void>,
  onError: (error: unknown) => void,
): DueLoop {
  const underWay = new Map<WatchRow, Promise<void>>();
  const loop = createDueLoop(round, onError);
  let renewal: NodeJS.Timeout | undefined;

  async function round(): Promise<number | undefined> {
    const room = MOST - underWay.size;
    // The end of a look wakes us.
    if (room === 0) return undefined;
    const now = Date.now();
    const due = await watches.claimDue(now, now + LEASE_MS, room);
    for (const row of due) underWay.set(row, lookAt(row));
    return due.length === room ? now : watches.nextDue();
  }

  async function lookAt(row: WatchRow): Promise<void> {
    await look(row).catch(onError);
    const wasFull = underWay.size === MOST;
    underWay.delete(row);
    if (wasFull || underWay.size === 0) loop.wake();
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
    },
  };
}
