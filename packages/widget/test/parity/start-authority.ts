import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './outcome.ts';
import type { Range } from './range.ts';

const FILE = new URL('./authority-worker.ts', import.meta.url);

/** Threads with the proxy's validator; each takes the next range when it has finished one. */
export function startAuthority(threads: number) {
  const workers = Array.from({ length: threads }, () => new Worker(FILE));
  const idle = [...workers];
  const waiting: ((worker: Worker) => void)[] = [];

  async function outcomesOf(range: Range): Promise<Outcome[][]> {
    const worker = idle.pop() ?? (await new Promise<Worker>((resolve) => waiting.push(resolve)));
    worker.postMessage(range, []);
    const [outcomes] = (await once(worker, 'message')) as [Outcome[][]];
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next(worker);
    return outcomes;
  }

  return {
    outcomesOf,
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  };
}
