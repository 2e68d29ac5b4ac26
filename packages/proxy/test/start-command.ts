import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
