import type { IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { serve } from 'precandidate-testing/resources.ts';
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
  const origin = await serve(t, async (request, response) => {
    const body = (await json(request)) as Json;
    count += 1;
    const status = statuses.shift() ?? 200;
    if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end();
    const webhook = { headers: request.headers, body };
    const first = waiting.shift();
    if (first === undefined) received.push(webhook);
    else first(webhook);
  });
  return {
    url: `${origin}/completed`,
    count: () => count,
    next: () => {
      const first = received.shift();
      if (first !== undefined) return Promise.resolve(first);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
