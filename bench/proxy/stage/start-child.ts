import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { followFile } from './follow-file.ts';

/** A program that we started; it ends with us, because it stays in our process group. */
export interface Child {
  pid: number;
  /** What the pattern found in the line that said it was ready. */
  ready: string;
  /** From its start until that line, in ms. */
  ready_ms: number;
  /** A line on its input. */
  tell(line: string): void;
  /** Resolves with the next line that matches. */
  line(pattern: RegExp): Promise<string>;
  /** Ends its input; resolves when it is gone. */
  endInput(): Promise<void>;
  /** Resolves when it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

/**
 * Starts a script with this Node, and waits for its line that matches `ready`. With `log` its output
 * goes to that file and nobody reads it any more, so that lines cost what they cost the script.
 */
export async function startChild(
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
  log?: string,
): Promise<Child> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...env,
    },
    stdio: ['pipe', log === undefined ? 'pipe' : openSync(log, 'w'), 'inherit'],
  });
  const output = child.stdout ?? followFile(log ?? '');
  const lines = createInterface({ input: output });
  let isEnding = false;
  const gone = once(child, 'exit').then(([code, signal]) => {
    if (!isEnding) console.error(`${args[0]} has ended by itself: ${code ?? signal}`);
  });

  const line = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (text: string): void => {
        const found = pattern.exec(text);
        if (!found) return;
        lines.off('line', look);
        resolve(found[1] ?? text);
      };
      lines.on('line', look);
      void gone.then(() => reject(new Error(`${args.join(' ')} has ended`)));
    });

  const late = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  const found = await line(ready).finally(() => clearTimeout(late));
  if (log !== undefined) output.destroy();
  return {
    pid: child.pid ?? 0,
    ready: found,
    ready_ms: performance.now() - started,
    tell: (text) => void child.stdin?.write(`${text}\n`),
    line,
    async endInput() {
      isEnding = true;
      child.stdin?.end();
      await gone;
    },
    async end(signal) {
      isEnding = true;
      child.kill(signal);
      await gone;
    },
  };
}
