import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a command with our output; resolves to its exit code, 128 + n when signal n ended it. After
 * `limitMs` the command and all that it started are killed.
 */
export function runProcess(command, args, { env = {}, cwd, limitMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const watchdog = setTimeout(() => {
      console.log(
        `not ended after ${limitMs / 60_000} minutes: ${args.at(-1)} and what goes with it`,
      );
      child.kill('SIGKILL');
    }, limitMs);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(watchdog);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
