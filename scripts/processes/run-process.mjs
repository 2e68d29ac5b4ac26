import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Runs a command with our output; resolves to its exit code, 128 + n when signal n ended it. */
export function runProcess(command, args, env = {}, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
