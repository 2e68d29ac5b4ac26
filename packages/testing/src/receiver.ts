import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RelayEvent } from 'precandidate-contract';

/** One relayed request, as it came. */
export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  event: RelayEvent;
}

/** A status, or one with headers; or no response. */
type Answer =
  number | { status: number; headers: Record<string, string> } | 'breaks the connection';

/** A portal's back end that takes what is relayed. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Resolves with the first event, past or to come, that `matches`. */
  next(matches: (one: Received) => boolean): Promise<Received>;
  /** What the next requests are answered with; 200 after that. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const answers: Answer[] = [];

  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    // A probe, without a signature.
    if (text === '') return void response.writeHead(401).end();
    const answer = answers.shift() ?? 200;
    received.push({ headers: request.headers, text, event: JSON.parse(text) as RelayEvent });
    if (answer === 'breaks the connection') request.socket.resetAndDestroy();
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(answer.status, answer.headers).end();
    for (const check of waiting) check();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    answer: (...more) => void answers.push(...more),
    next: (matches) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = received.find(matches);
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
