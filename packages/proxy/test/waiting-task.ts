import { serveTasks } from '../src/workers/worker-pool.ts';

/** Takes `waitMs` without processor time, as on a machine that is busy with something else, then `workMs` with it. */
serveTasks(({ waitMs, workMs }: { waitMs: number; workMs: number }) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  const { user, system } = process.threadCpuUsage();
  for (let used = 0; used < workMs * 1_000;) {
    const now = process.threadCpuUsage();
    used = now.user + now.system - user - system;
  }
  return 'done';
});
