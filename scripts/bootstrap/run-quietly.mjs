import { spawn } from 'node:child_process';

/**
 * Runs a command that is only worth reading when it fails: its output is kept back and becomes the
 * error's message. Resolves to the output.
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      env: { ...(options.env ?? process.env), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => reject(new Error(`${command} does not start: ${error.message}`)));
    child.on('close', (code) => {
      if (code === 0) return resolve(output);
      reject(new Error(`${command} ${args.join(' ')} failed:\n${output.trim()}`));
    });
  });
}
