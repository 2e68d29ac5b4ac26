import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { API_KEY, ORIGIN } from '../stage/processes.ts';
import type { Watcher } from './start-crowd.ts';

/** A browser that follows one status; it reconnects as the element does. */
export interface StatusClient {
  /** The newest status; `undefined` while disconnected. */
  readonly status: string | undefined;
  /** Bytes received over the connection, headers included. */
  readonly bytes: number;
  close(): void;
}

export interface StatusEvents {
  status(status: string): void;
  /** The connection broke. */
  reconnected(): void;
  refused(status: number): void;
}

const RETRY_MS = 1_000;

export function streamStatus(watcher: Watcher, on: StatusEvents): StatusClient {
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
    call.on('response', onResponse);
    call.on('error', () => undefined);
    call.on('close', reconnect);
    call.end();
  }

  function onResponse(response: IncomingMessage): void {
    if (response.statusCode !== 200) {
      on.refused(response.statusCode ?? 0);
      return void response.resume();
    }
    response.setEncoding('utf8');
    response.on('error', () => undefined);
    response.on('data', (text: string) => {
      for (const [, status] of text.matchAll(/"precandidate_status":"(\w+)"/g))
        receive(status ?? '');
    });
  }

  function receive(status: string): void {
    isOpen = true;
    if (status === newest) return;
    newest = status;
    on.status(status);
  }

  function reconnect(): void {
    isOpen = false;
    if (closed) return;
    on.reconnected();
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

const POLL_INTERVAL_MS = 3_000;

/**
 * A browser that polls the service for the person's records every 3 s, on one connection. It writes
 * HTTP by hand, because an HTTP client would use more CPU than the measured process.
 */
export function pollStatus({ person_id, urls }: Watcher, on: StatusEvents): StatusClient {
  const { hostname, port } = new URL(urls[0] ?? '');
  const requestText = `GET /v3/precandidate/${person_id} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-api-key: ${API_KEY}\r\n\r\n`;
  const socket: Socket = connect(Number(port), hostname).setEncoding('utf8').setNoDelay();
  let newest: string | undefined;
  let received = '';

  function poll(): void {
    received = '';
    socket.write(requestText);
  }

  const timer = setInterval(poll, POLL_INTERVAL_MS);
  socket.on('data', (text: string) => {
    received += text;
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/^content-length: *(\d+)/im.exec(received)?.[1] ?? Number.NaN);
    if (end < 0 || received.length < end + 4 + length) return;
    const status = Number(received.slice(9, 12));
    if (status !== 200) on.refused(status);
    const current = /"precandidate_status":"(\w+)"/.exec(received)?.[1];
    if (current === undefined || current === newest) return;
    newest = current;
    on.status(current);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    on.reconnected();
  });
  poll();

  return {
    get status() {
      return newest;
    },
    get bytes() {
      return socket.bytesRead;
    },
    close: () => void socket.destroy(),
  };
}
