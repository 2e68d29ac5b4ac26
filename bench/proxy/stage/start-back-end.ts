import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A portal's back end that takes every relayed event, and counts them by type. */
export interface BackEnd {
  /** What the proxy is told of it. */
  env: Record<string, string>;
  count(type: string): number;
  stop(): void;
}

export async function startBackEnd(): Promise<BackEnd> {
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
    counts.set(type, (counts.get(type) ?? 0) + 1);
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
    count: (type) => counts.get(type) ?? 0,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
