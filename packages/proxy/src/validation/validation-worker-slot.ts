import { Worker } from 'node:worker_threads';
import type { Violation } from 'precandidate-contract';
import { ProblemError } from '../problem-error.ts';
import { schemaUnusable } from './schema-unusable.ts';
import type { ValidationJob, ValidationReply } from './validation-job.ts';

/** One worker thread at a time, which gets one job at a time and is replaced when it hangs or dies. */
export interface ValidationWorker {
  run(job: ValidationJob): Promise<Violation[]>;
  close(): Promise<void>;
}

interface Waiting {
  job: ValidationJob;
  resolve(violations: Violation[]): void;
  reject(error: ProblemError): void;
}

/** The worker's file has this file's extension: `.ts` from source, `.js` when built. */
const WORKER_FILE = new URL(
  import.meta.url.endsWith('.ts') ? './validation-worker.ts' : './validation-worker.js',
  import.meta.url,
);
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** A job waits for its turn without a deadline; once it runs it has `deadline_ms`. */
export function createValidationWorker(deadline_ms: number): ValidationWorker {
  const queue: Waiting[] = [];
  let worker: Worker | undefined;
  let ready = false;
  let closed = false;
  let current: Waiting | undefined;
  let deadline: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(WORKER_FILE, { resourceLimits: MEMORY });
    started.on('message', (reply: ValidationReply) => onReply(started, reply));
    // After `error` comes `exit`: one of them is enough to act on.
    started.on('error', () => undefined);
    started.on('exit', () => onGone(started));
    started.unref();
    ready = false;
    return started;
  }

  function runNext(): void {
    if (current !== undefined || closed) return;
    current = queue.shift();
    if (current === undefined) return worker?.unref();
    worker ??= start();
    worker.ref();
    if (ready) send();
  }

  function send(): void {
    if (current === undefined) return;
    deadline = setTimeout(replaceHung, deadline_ms);
    worker?.postMessage(current.job);
  }

  function settle(act: (waiting: Waiting) => void): void {
    clearTimeout(deadline);
    const settled = current;
    current = undefined;
    if (settled !== undefined) act(settled);
    runNext();
  }

  function onReply(from: Worker, reply: ValidationReply): void {
    if (from !== worker) return;
    if (reply.kind === 'ready') {
      ready = true;
      return send();
    }
    settle(({ resolve, reject }) =>
      reply.kind === 'judged'
        ? resolve(reply.violations)
        : reject(schemaUnusable('does not compile')),
    );
  }

  function onGone(gone: Worker): void {
    if (gone !== worker) return;
    worker = undefined;
    const problem = ready
      ? schemaUnusable('takes too much memory to check against')
      : new ProblemError('internal', { detail: 'The validation worker cannot start.' });
    settle(({ reject }) => reject(problem));
  }

  function replaceHung(): void {
    void worker?.terminate();
    worker = start();
    settle(({ reject }) => reject(schemaUnusable('takes too long to check against')));
  }

  worker = start();
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ProblemError('shutting-down'));
        queue.push({ job, resolve, reject });
        runNext();
      }),
    async close() {
      closed = true;
      const gone = worker;
      worker = undefined;
      queue.unshift(...(current === undefined ? [] : [current]));
      current = undefined;
      clearTimeout(deadline);
      for (const { reject } of queue.splice(0)) reject(new ProblemError('shutting-down'));
      await gone?.terminate();
    },
  };
}
