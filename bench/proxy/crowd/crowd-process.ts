// Simulates many browsers in one process, each with a status stream.
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { ORIGIN } from 'precandidate-testing/service.ts';
import type { Visitor } from '../stage/candidates.ts';
import type { Order, ReceivedAt, Reply } from './start-crowd.ts';

const TICK_MS = 50;
const RETRY_MS = 1_000;
/** Every precandidate has this one before the first change. */
const FIRST_STATUS = 'CREATED';

interface Browser {
  readonly isOpen: boolean;
  /** Bytes received over the connection, headers included. */
  readonly bytes: number;
  close(): void;
}

const browsers: Browser[] = [];
const waiting: { watcher: Visitor; order: number }[] = [];
/** Order → how many of its browsers have had no snapshot yet. */
const pending = new Map<number, number>();
const received: ReceivedAt = {};
let perTick = 1;
let timer: NodeJS.Timeout | undefined;

const reply = (message: Reply): void => void process.send?.(message);

/** A browser that follows one status and reconnects as the element does. */
function openBrowser(watcher: Visitor, onFirst: () => void): Browser {
  let current: ClientRequest | undefined;
  let retry: NodeJS.Timeout | undefined;
  let newest: string | undefined;
  let isOpen = false;
  let isClosed = false;

  const address = `10.0.${Math.floor(Math.random() * 250)}.1`;

  function connect(): void {
    const headers = {
      'x-forwarded-for': address,
      accept: 'text/event-stream',
      authorization: `Bearer ${watcher.token}`,
      origin: ORIGIN,
    };
    const path = `/precandidate/${watcher.person_id}/status/${watcher.form_id}`;
    current = request(watcher.url + path, { headers, agent: false });
    current.on('response', onResponse);
    current.on('error', () => undefined);
    current.on('close', reconnect);
    current.end();
  }

  function onResponse(response: IncomingMessage): void {
    if (response.statusCode !== 200) return void response.resume();
    response.setEncoding('utf8');
    response.on('error', () => undefined);
    response.on('data', (text: string) => {
      for (const [, status = ''] of text.matchAll(/"precandidate_status":"(\w+)"/g))
        onStatus(status);
    });
  }

  function onStatus(status: string): void {
    isOpen = true;
    if (newest === undefined) onFirst();
    if (status !== newest && status !== FIRST_STATUS) (received[status] ??= []).push(Date.now());
    newest = status;
  }

  function reconnect(): void {
    isOpen = false;
    if (!isClosed) retry = setTimeout(connect, RETRY_MS * (0.5 + Math.random()));
  }

  connect();
  return {
    get isOpen() {
      return isOpen;
    },
    get bytes() {
      return current?.socket?.bytesRead ?? 0;
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      current?.destroy();
      // It no longer counts as pending.
      if (newest === undefined) onFirst();
    },
  };
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
  for (const { watcher, order } of waiting.splice(0, perTick))
    browsers.push(openBrowser(watcher, () => opened(order)));
  if (waiting.length > 0) timer = setTimeout(tick, TICK_MS);
}

function report(): void {
  const open = browsers.filter(({ isOpen }) => isOpen).length;
  const bytes = browsers.reduce((sum, browser) => sum + browser.bytes, 0);
  reply({ kind: 'report', report: { open, received, bytes } });
}

process.on('message', (order: Order) => {
  if (order.kind === 'report') return report();
  if (order.kind === 'close')
    return browsers.splice(0, order.count).forEach((browser) => browser.close());
  perTick = Math.ceil((order.perSecond * TICK_MS) / 1_000);
  pending.set(order.id, order.watchers.length);
  waiting.push(...order.watchers.map((watcher) => ({ watcher, order: order.id })));
  if (timer === undefined) tick();
});
// The parent is gone.
process.on('disconnect', () => process.exit());
