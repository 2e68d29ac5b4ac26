import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RelayEvent } from 'precandidate-contract';

/** What a back end does with an event instead of taking it. */
export type Refusal =
  { status: number; headers?: Record<string, string> } | 'breaks the connection' | 'never answers';

export interface Attempt {
  id: string;
  event: RelayEvent;
  isTaken: boolean;
  at: number;
}

/** A portal's back end that takes what is relayed, unless told otherwise. */
export interface Receiver {
  url: string;
  attempts: readonly Attempt[];
  /** What the next events meet. */
  refuse(...refusals: Refusal[]): void;
  /** The first event that was taken, or is to be, and `matches`. */
  taken(matches: (event: RelayEvent) => boolean): Promise<Attempt>;
  /** The first attempt that was refused, or is to be. */
  refused(): Promise<Attempt>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const attempts: Attempt[] = [];
  const refusals: Refusal[] = [];
  const waiting = new Set<() => void>();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const refusal = refusals.shift();
    attempts.push({
      id: String(request.headers['webhook-id']),
      event: JSON.parse(Buffer.concat(chunks).toString('utf8')) as RelayEvent,
      isTaken: refusal === undefined,
      at: Date.now(),
    });
    if (refusal === undefined) response.writeHead(204).end();
    else if (refusal === 'breaks the connection') request.socket.resetAndDestroy();
    else if (refusal !== 'never answers') response.writeHead(refusal.status, refusal.headers).end();
    for (const look of waiting) look();
  }

  const first = (matches: (attempt: Attempt) => boolean): Promise<Attempt> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = attempts.find(matches);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });

  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    attempts,
    refuse: (...more) => void refusals.push(...more),
    taken: (matches) => first(({ isTaken, event }) => isTaken && matches(event)),
    refused: () => first(({ isTaken }) => !isTaken),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
