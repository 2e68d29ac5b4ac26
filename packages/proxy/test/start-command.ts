import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Pair } from './start-pair.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs the command. `ready` resolves to its address, `ended` to its exit code; `output` returns both streams. */
export function startCommand(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, ['--conditions=source', MAIN, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /^ready {2}(\S+)$/m.exec(output)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void ended.then(() => reject(new Error(output)));
  });
  return { child, ready, ended, output: () => output };
}

/** Runs the command to its end. */
export async function runCommand(env: Record<string, string>, ...args: string[]) {
  const command = startCommand(env, args);
  command.ready.catch(() => undefined);
  const code = await command.ended;
  const output = command.output().trim();
  return { code, output, lines: output.split('\n') };
}

/** As an operator calls a command: with the settings of the running proxy. */
export const envOf = (pair: Pair) => ({
  ...pair.env,
  HOST: '127.0.0.1',
  PORT: new URL(pair.url).port,
});
