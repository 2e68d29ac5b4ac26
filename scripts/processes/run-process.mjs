import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const TO_END_MS = 5_000;

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
    let lastResort;
    const watchdog = setTimeout(() => {
      console.log(
        `not ended after ${limitMs / 60_000} minutes: ${[command, ...args].join(' ').slice(0, 200)}`,
      );
      // A test runner that is asked to end ends its files first.
      child.kill('SIGTERM');
      lastResort = setTimeout(() => child.kill('SIGKILL'), TO_END_MS);
    }, limitMs);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(watchdog);
      clearTimeout(lastResort);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
