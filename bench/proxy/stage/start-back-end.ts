import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A portal's back end that takes every relayed event, and counts them by type and id. */
export interface BackEnd {
  /** What the proxy is told of it. */
  env: Record<string, string>;
  /** Different events; one that came again counts once. */
  count(type: string): number;
  /** How often an event came again under its `webhook-id`. */
  repeats(): number;
  stop(): void;
}

export async function startBackEnd(): Promise<BackEnd> {
  const ids = new Map<string, Set<string>>();
  let received = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
    const known = ids.get(type) ?? new Set();
    ids.set(type, known.add(String(request.headers['webhook-id'])));
    received += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      RELAY_URL: `http://127.0.0.1:${port}/events`,
      RELAY_SECRET: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
      RELAY_ALLOW_PRIVATE: 'true',
    },
    count: (type) => ids.get(type)?.size ?? 0,
    repeats: () => received - [...ids.values()].reduce((sum, { size }) => sum + size, 0),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
