import { fileURLToPath } from 'node:url';
import { startChild } from '../stage/start-child.ts';
import type { Answers } from './answers.ts';
import type { Contestant } from './contestant.ts';

const SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/**
 * `node:http` and nothing else: the same bytes go out, headers and all, but no address is looked up,
 * nobody is asked who they are, nothing is counted or logged.
 */
export async function startBare(answers: Answers): Promise<Contestant> {
  const child = await startChild([SERVER], { ANSWERS: JSON.stringify(answers) }, /^ready (\S+)$/);
  return {
    name: 'node:http',
    url: child.ready,
    pid: child.pid,
    etag: answers.etag,
    stop: () => child.end('SIGTERM'),
  };
}
