import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_LOOK_MS = 500;
const END_WITH_PARENT = new URL('end-with-parent.mjs', import.meta.url).href;

/**
 * Runs Node with `args` in the foreground and resolves to its exit code (128 + n when signal n ended
 * it). The child leads a process group of its own, so that one Ctrl-C reaches it once, through us,
 * and so that nothing it started is left behind.
 */
export function runChild(node, args) {
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
      endGroup(child.pid);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/**
 * npm, when it is ended, may leave us behind: the shell that it starts us through passes nothing on.
 * Under npm, a parent that is gone is a SIGTERM.
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_LOOK_MS);
  watch.unref();
}

/** npm passes on a signal that the terminal has already sent to us: repeats within a second are one. */
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

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The usual case: the group is empty.
  }
}
