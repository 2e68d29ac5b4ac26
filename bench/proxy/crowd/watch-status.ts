import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { ORIGIN } from '../stage/start-proxy-process.ts';
import type { Watcher } from './messages.ts';

/** A browser's status stream, opened again when it breaks, as the element does. */
export interface WatchedStatus {
  /** The newest status that it was told; `undefined` while there is no stream. */
  readonly status: string | undefined;
  /** What came over its connection so far, heads and all. */
  readonly bytes: number;
  close(): void;
}

/** What there is to tell of it. */
export interface WatchEvents {
  status(status: string): void;
  /** It broke. */
  resumed(): void;
  /** The answer was another one. */
  refused(status: number): void;
}

const RETRY_MS = 1_000;

export function watchStatus(watcher: Watcher, on: WatchEvents): WatchedStatus {
  const path = `/precandidate/${watcher.person_id}/status/${watcher.form_id}`;
  let current: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let newest: string | undefined;
  let isOpen = false;
  let tries = 0;
  let closed = false;

  function open(): void {
    const url = watcher.urls[tries % watcher.urls.length] ?? '';
    const headers = {
      accept: 'text/event-stream',
      authorization: `Bearer ${watcher.token}`,
      origin: ORIGIN,
    };
    const call = request(url + path, { headers, agent: false });
    current = call;
    call.on('response', take);
    call.on('error', () => undefined);
    call.on('close', comeBack);
    call.end();
  }

  function take(answer: IncomingMessage): void {
    if (answer.statusCode !== 200) {
      on.refused(answer.statusCode ?? 0);
      return void answer.resume();
    }
    answer.setEncoding('utf8');
    answer.on('error', () => undefined);
    answer.on('data', (text: string) => {
      for (const [, told] of text.matchAll(/"precandidate_status":"(\w+)"/g)) tell(told ?? '');
    });
  }

  function tell(told: string): void {
    isOpen = true;
    if (told === newest) return;
    newest = told;
    on.status(told);
  }

  function comeBack(): void {
    isOpen = false;
    if (closed) return;
    on.resumed();
    tries += 1;
    timer = setTimeout(open, RETRY_MS * (0.5 + Math.random()));
  }

  open();
  return {
    get status() {
      return isOpen ? newest : undefined;
    },
    get bytes() {
      return current?.socket?.bytesRead ?? 0;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      current?.destroy();
    },
  };
}
