import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Json } from './client.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: Json;
}

/** A real HTTP webhook receiver. */
export interface Receiver {
  url: string;
  /** Resolves with the next webhook. */
  next(): Promise<Received>;
  /** How many webhooks have arrived. */
  count(): number;
}

/** Starts a receiver. It responds with `statuses` in turn, then 200; 0 means no response. */
export async function startReceiver(t: TestContext, statuses: number[] = []): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: ((webhook: Received) => void)[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Json;
    count += 1;
    const status = statuses.shift() ?? 200;
    if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end();
    const webhook = { headers: request.headers, body };
    const first = waiting.shift();
    if (first === undefined) received.push(webhook);
    else first(webhook);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/completed`,
    count: () => count,
    next: () => {
      const first = received.shift();
      if (first !== undefined) return Promise.resolve(first);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
