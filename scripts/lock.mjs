import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const CHECK_MS = 200;

/**
 * Runs `work` while no other process holds the lock `file`, which contains the process id of its
 * holder. A holder that died, for example at Ctrl-C, no longer counts.
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let isWaiting = false; !acquire(file); isWaiting = true) {
    const holder = holderOf(file);
    if (holder === undefined) continue;
    if (!isRunning(holder)) {
      removeStale(file, holder);
      continue;
    }
    if (!isWaiting)
      console.error(`waiting for process ${holder}, which installs or builds here (${file}) …`);
    await pause(CHECK_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process.
    return error.code === 'EPERM';
  }
}

/** Only one of the processes that find the lock stale can rename it. */
function removeStale(file, holder) {
  const own = `${file}.${process.pid}`;
  try {
    if (holderOf(file) !== holder) return;
    renameSync(file, own);
    rmSync(own);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
