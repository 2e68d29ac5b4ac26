import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './root.ts';

/** A real Postgres that belongs to one test, which may stop it. */
export interface OwnPostgres {
  url: string;
  /** Breaks it off, as a crash does. */
  down(): Promise<void>;
  /** Starts it again, on what it had. */
  up(): Promise<void>;
  /** It keeps its connections, and answers nothing. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

const RUN = join(ROOT, 'scripts/test/postgres.mjs');

/** `undefined` where this machine has no Postgres. */
export async function startOwnPostgres(): Promise<OwnPostgres | undefined> {
  const child = spawn(process.execPath, [RUN], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function say(word: string): Promise<void> {
    child.stdin.write(`${word}\n`);
    const { value } = await lines.next();
    if (value !== word) throw new Error(`Postgres was told ${word} and said ${value}`);
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
        down: () => say('down'),
        up: () => say('up'),
        freeze: () => say('freeze'),
        thaw: () => say('thaw'),
        stop,
      };
    if (value === 'none') {
      await stop();
      return undefined;
    }
  }
}
