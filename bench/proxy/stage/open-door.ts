import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One process's own way to the service, so that its calls can be told from another's. */
export interface Door {
  api_url: string;
  /** Resolves when the next poll comes, which is never answered. */
  holdNextPoll(): Promise<void>;
  /** Polls are let through again. */
  letThrough(): void;
  close(): void;
}

const POLL = /^\/v3\/precandidate\/[^/]+$/;

/** Passes everything on to `target` (its origin). */
export async function openDoor(target: string): Promise<Door> {
  let onHeld: (() => void) | undefined;

  const server = createServer((call, answer) => {
    if (onHeld && call.method === 'GET' && POLL.test(call.url ?? '')) return void onHeld();
    passOn(target, call, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    api_url: `http://127.0.0.1:${port}/v3`,
    holdNextPoll: () => new Promise((resolve) => (onHeld = resolve)),
    letThrough: () => void (onHeld = undefined),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(target: string, call: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url = '' } = call;
  const onward = request(target + url, { method, headers }, (came) => {
    answer.writeHead(came.statusCode ?? 502, came.headers);
    came.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  call.pipe(onward);
}
