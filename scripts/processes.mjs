import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 500;
const KILL_AFTER_MS = 5_000;
const END_WITH_PARENT = new URL('end-with-parent.mjs', import.meta.url).href;

/**
 * Runs a command and resolves to its output. When it fails, the output becomes the error's message.
 */
export async function capture(command, args, options = {}) {
  const { code, output } = await runCaptured(command, args, options);
  if (code === 0) return output;
  throw new Error(`${command} ${args.join(' ')} failed:\n${output.trim()}`);
}

/** Runs a command and resolves to its exit code and its output, whatever the code. */
export function runCaptured(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      env: { ...(options.env ?? process.env), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    child.on('error', (error) => reject(new Error(`${command} does not start: ${error.message}`)));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/**
 * Runs a command with our output and resolves to its exit code (128 + n when signal n ended it).
 * After `limitMs` it is stopped.
 */
export function runWithLimit(command, args, { env = {}, cwd, limitMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    let killTimer;
    const limitTimer = setTimeout(() => {
      const text = [command, ...args].join(' ').slice(0, 200);
      console.log(`stopped after ${limitMs / 60_000} minutes: ${text}`);
      // On SIGTERM a test runner stops its test files first.
      child.kill('SIGTERM');
      killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    }, limitMs);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(limitTimer);
      clearTimeout(killTimer);
      resolve(exitCode(code, signal));
    });
  });
}

/**
 * Runs Node with `args` in the foreground and resolves to its exit code (128 + n when signal n ended
 * it). The child leads its own process group, so that one Ctrl-C reaches it once, through us, and no
 * process that it started is left behind.
 */
export function runForeground(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['--import', END_WITH_PARENT, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    });
    const stopForwarding = forwardSignals(child);
    endWithNpm(child);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      stopForwarding();
      killGroup(child.pid);
      resolve(exitCode(code, signal));
    });
  });
}

function exitCode(code, signal) {
  return code ?? 128 + constants.signals[signal];
}

/**
 * A killed npm can leave us running, because its shell does not forward signals. Under npm, losing
 * the parent process counts as SIGTERM.
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** npm forwards signals that the terminal also sends to us: repeats within a second count once. */
function forwardSignals(child) {
  let last = -Infinity;
  const forward = (signal) => {
    const now = performance.now();
    if (now - last > 1000) child.kill(signal);
    last = now;
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  return () => {
    for (const signal of SIGNALS) process.off(signal, forward);
  };
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is usually empty.
  }
}
