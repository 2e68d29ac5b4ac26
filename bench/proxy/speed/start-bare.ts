import { fileURLToPath } from 'node:url';
import { startChild } from '../stage/start-child.ts';
import type { Contestant } from './contestant.ts';

const SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** `node:http` and nothing else: no address is looked up, nobody is asked who they are, nothing is logged. */
export async function startBare(body: string, etag: string): Promise<Contestant> {
  const child = await startChild([SERVER], { BODY: body, ETAG: etag }, /^ready (\S+)$/);
  return {
    name: 'node:http',
    url: child.ready,
    headers: {},
    etag,
    stop: () => child.end('SIGTERM'),
  };
}
