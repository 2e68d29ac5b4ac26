import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A portal's back end that receives relayed events and counts them by type and id. */
export interface BackEnd {
  /** Settings of the proxy that point to it. */
  env: Record<string, string>;
  /** Distinct events; a repeated one counts once. */
  count(type: string): number;
  /** Repeated events, by their `webhook-id`. */
  repeats(): number;
  stop(): void;
}

export async function startBackEnd(): Promise<BackEnd> {
  const ids = new Map<string, Set<string>>();
  let received = 0;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
    const known = ids.get(type) ?? new Set();
    ids.set(type, known.add(String(incoming.headers['webhook-id'])));
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
