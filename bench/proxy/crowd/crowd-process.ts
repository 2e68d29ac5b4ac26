// Plays the browsers: as many status streams as it is told to open, in a process of its own.
import type { Answer, Heard, Order, Watcher } from './messages.ts';
import { type WatchedStatus, watchStatus } from './watch-status.ts';

const TICK_MS = 50;
/** What every precandidate has before anything changes: no news. */
const FIRST_STATUS = 'CREATED';

const watched: WatchedStatus[] = [];
const waiting: Watcher[] = [];
const heard: Heard = {};
const refused: Record<string, number> = {};
let resumed = 0;
let per_tick = 1;
let timer: NodeJS.Timeout | undefined;

const answer = (message: Answer): void => void process.send?.(message);

function open(watcher: Watcher): void {
  watched.push(
    watchStatus(watcher, {
      status: (status) => {
        if (status !== FIRST_STATUS) (heard[status] ??= []).push(Date.now());
      },
      resumed: () => void (resumed += 1),
      refused: (status) => void (refused[status] = (refused[status] ?? 0) + 1),
    }),
  );
}

function tick(): void {
  for (const watcher of waiting.splice(0, per_tick)) open(watcher);
  const count = openNow().length;
  answer({ kind: 'open', count });
  if (waiting.length > 0 || count < watched.length) timer = setTimeout(tick, TICK_MS);
}

const openNow = () => watched.map(({ status }) => status).filter((status) => status !== undefined);

function report(): void {
  const known: Record<string, number> = {};
  for (const status of openNow()) known[status] = (known[status] ?? 0) + 1;
  answer({
    kind: 'report',
    report: { open: openNow().length, resumed, refused, heard, known },
  });
}

process.on('message', (order: Order) => {
  if (order.kind === 'report') return report();
  if (order.kind === 'close') return watched.splice(0, order.count).forEach((one) => one.close());
  per_tick = Math.ceil((order.per_second * TICK_MS) / 1_000);
  waiting.push(...order.watchers);
  clearTimeout(timer);
  tick();
});
// Whoever ordered us is gone.
process.on('disconnect', () => process.exit());
