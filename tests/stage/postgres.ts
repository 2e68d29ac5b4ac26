import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './repository.ts';

/** A Postgres that a test may stop. */
export interface TestPostgres {
  url: string;
  /** Crashes it. */
  down(): Promise<void>;
  /** Starts it again on the same data. */
  up(): Promise<void>;
  /** Suspends it with its connections open. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

const RUN = join(ROOT, 'scripts/test/postgres.mjs');

/** `undefined` when this machine has no Postgres. */
export async function startPostgres(): Promise<TestPostgres | undefined> {
  const child = spawn(process.execPath, [RUN], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function send(command: string): Promise<void> {
    child.stdin.write(`${command}\n`);
    const { value } = await lines.next();
    if (value !== command) throw new Error(`Postgres confirmed ${value} instead of ${command}`);
  }
  async function stop(): Promise<void> {
    child.stdin.end();
    await ended;
  }

  for (;;) {
    const { value = 'none' } = await lines.next();
    const url = /^ready (\S+)$/.exec(value)?.[1];
    if (url !== undefined)
      return {
        url,
        down: () => send('down'),
        up: () => send('up'),
        freeze: () => send('freeze'),
        thaw: () => send('thaw'),
        stop,
      };
    if (value === 'none') {
      await stop();
      return undefined;
    }
  }
}
