// Plays the browsers, in a process of its own: as many status streams as it is told to open, or, with
// `poll` for an argument, browsers that poll.
import type { Answer, Heard, Order, Watcher } from './messages.ts';
import { pollStatus } from './poll-status.ts';
import { type WatchedStatus, watchStatus } from './watch-status.ts';

const watch = process.argv[2] === 'poll' ? pollStatus : watchStatus;
const TICK_MS = 50;
/** What every precandidate has before anything changes: no news. */
const FIRST_STATUS = 'CREATED';

/** A stream, and whoever waits for its first snapshot. */
interface Browser {
  stream: WatchedStatus;
  began(): void;
}

const watched: Browser[] = [];
const waiting: { watcher: Watcher; order: number }[] = [];
/** Of each order, those that have had no snapshot yet. */
const pending = new Map<number, number>();
const heard: Heard = {};
const refused: Record<string, number> = {};
let resumed = 0;
let per_tick = 1;
let timer: NodeJS.Timeout | undefined;

const answer = (message: Answer): void => void process.send?.(message);

function open({ watcher, order }: { watcher: Watcher; order: number }): void {
  let isFirst = true;
  const began = (): void => {
    if (isFirst) opened(order);
    isFirst = false;
  };
  const stream = watch(watcher, {
    status: (status) => {
      began();
      if (status !== FIRST_STATUS) (heard[status] ??= []).push(Date.now());
    },
    resumed: () => void (resumed += 1),
    refused: (status) => void (refused[status] = (refused[status] ?? 0) + 1),
  });
  watched.push({ stream, began });
}

/** One that goes before its first snapshot is waited for no longer. */
function close({ stream, began }: Browser): void {
  stream.close();
  began();
}

function opened(id: number): void {
  const left = (pending.get(id) ?? 0) - 1;
  pending.set(id, left);
  if (left > 0) return;
  pending.delete(id);
  answer({ kind: 'opened', id });
}

function tick(): void {
  timer = undefined;
  for (const one of waiting.splice(0, per_tick)) open(one);
  if (waiting.length > 0) timer = setTimeout(tick, TICK_MS);
}

const openNow = () =>
  watched.map(({ stream }) => stream.status).filter((status) => status !== undefined);

function report(): void {
  const known: Record<string, number> = {};
  for (const status of openNow()) known[status] = (known[status] ?? 0) + 1;
  const bytes = watched.reduce((sum, { stream }) => sum + stream.bytes, 0);
  answer({
    kind: 'report',
    report: { open: openNow().length, resumed, refused, heard, known, bytes },
  });
}

process.on('message', (order: Order) => {
  if (order.kind === 'report') return report();
  if (order.kind === 'close') return watched.splice(0, order.count).forEach(close);
  per_tick = Math.ceil((order.per_second * TICK_MS) / 1_000);
  pending.set(order.id, order.watchers.length);
  waiting.push(...order.watchers.map((watcher) => ({ watcher, order: order.id })));
  if (timer === undefined) tick();
});
// Whoever ordered us is gone.
process.on('disconnect', () => process.exit());
