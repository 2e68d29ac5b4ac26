// Simulates many browsers in one process: status streams or, with the argument `poll`, polling.
import { pollStatus, streamStatus, type StatusClient } from './browsers.ts';
import type { Reply, ReceivedAt, Order, Watcher } from './start-crowd.ts';

const connect = process.argv[2] === 'poll' ? pollStatus : streamStatus;
const TICK_MS = 50;
/** Every precandidate has this one before the first change. */
const FIRST_STATUS = 'CREATED';

interface Browser {
  client: StatusClient;
  /** Counts the browser as open, once. */
  markOpen(): void;
}

const watched: Browser[] = [];
const waiting: { watcher: Watcher; order: number }[] = [];
/** Order → how many of its browsers have had no snapshot yet. */
const pending = new Map<number, number>();
const received: ReceivedAt = {};
const refused: Record<string, number> = {};
let reconnects = 0;
let per_tick = 1;
let timer: NodeJS.Timeout | undefined;

const reply = (message: Reply): void => void process.send?.(message);

function open({ watcher, order }: { watcher: Watcher; order: number }): void {
  let isFirst = true;
  const markOpen = (): void => {
    if (isFirst) opened(order);
    isFirst = false;
  };
  const client = connect(watcher, {
    status: (status) => {
      markOpen();
      if (status !== FIRST_STATUS) (received[status] ??= []).push(Date.now());
    },
    reconnected: () => void (reconnects += 1),
    refused: (status) => void (refused[status] = (refused[status] ?? 0) + 1),
  });
  watched.push({ client, markOpen });
}

/** A browser that closes before its first snapshot no longer counts as pending. */
function close({ client, markOpen }: Browser): void {
  client.close();
  markOpen();
}

function opened(id: number): void {
  const left = (pending.get(id) ?? 0) - 1;
  pending.set(id, left);
  if (left > 0) return;
  pending.delete(id);
  reply({ kind: 'opened', id });
}

function tick(): void {
  timer = undefined;
  for (const next of waiting.splice(0, per_tick)) open(next);
  if (waiting.length > 0) timer = setTimeout(tick, TICK_MS);
}

const openNow = () =>
  watched.map(({ client }) => client.status).filter((status) => status !== undefined);

function report(): void {
  const known: Record<string, number> = {};
  for (const status of openNow()) known[status] = (known[status] ?? 0) + 1;
  const bytes = watched.reduce((sum, { client }) => sum + client.bytes, 0);
  reply({
    kind: 'report',
    report: { open: openNow().length, reconnects, refused, received, known, bytes },
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
// The parent is gone.
process.on('disconnect', () => process.exit());
