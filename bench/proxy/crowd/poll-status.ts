import { connect, type Socket } from 'node:net';
import { API_KEY } from '../stage/start-service.ts';
import type { Watcher } from './messages.ts';
import type { WatchedStatus, WatchEvents } from './watch-status.ts';

/** As a page does that asks by itself. */
const EVERY_MS = 3_000;

/**
 * A browser that asks the interface for the person's records every 3 s, on one connection. Written by
 * hand: an HTTP client would take more of this machine than what is measured.
 */
export function pollStatus({ person_id, urls }: Watcher, on: WatchEvents): WatchedStatus {
  const { hostname, port } = new URL(urls[0] ?? '');
  const question = `GET /v3/precandidate/${person_id} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-api-key: ${API_KEY}\r\n\r\n`;
  const socket: Socket = connect(Number(port), hostname).setEncoding('utf8').setNoDelay();
  let newest: string | undefined;
  let received = '';

  function ask(): void {
    received = '';
    socket.write(question);
  }

  const timer = setInterval(ask, EVERY_MS);
  socket.on('data', (text: string) => {
    received += text;
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/^content-length: *(\d+)/im.exec(received)?.[1] ?? Number.NaN);
    if (end < 0 || received.length < end + 4 + length) return;
    const status = Number(received.slice(9, 12));
    if (status !== 200) on.refused(status);
    const told = /"precandidate_status":"(\w+)"/.exec(received)?.[1];
    if (told === undefined || told === newest) return;
    newest = told;
    on.status(told);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    on.resumed();
  });
  ask();

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
