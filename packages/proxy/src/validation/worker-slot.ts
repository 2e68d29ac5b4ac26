import { Worker } from 'node:worker_threads';
import type { Violation } from 'precandidate-contract';
import { ProblemError } from '../problem-error.ts';
import { schemaUnusable } from './schema-unusable.ts';
import type { ValidationJob, ValidationReply } from './validation-job.ts';

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

/**
 * One worker thread at a time, with one job at a time; it is replaced when it hangs or dies. A job
 * waits for its turn, and for the thread to start, without a deadline; then it has `deadline_ms`.
 */
export class WorkerSlot {
  readonly #deadline_ms: number;
  readonly #queue: Waiting[] = [];
  #current: Waiting | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #worker: Worker | undefined;
  #ready = false;
  #closed = false;

  constructor(deadline_ms: number) {
    this.#deadline_ms = deadline_ms;
    this.#worker = this.#start();
  }

  run(job: ValidationJob): Promise<Violation[]> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new ProblemError('shutting-down'));
      this.#queue.push({ job, resolve, reject });
      this.#runNext();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#settle(({ reject }) => reject(new ProblemError('shutting-down')));
    for (const { reject } of this.#queue.splice(0)) reject(new ProblemError('shutting-down'));
    await worker?.terminate();
  }

  /** An idle worker does not keep the process alive. */
  #start(): Worker {
    const worker = new Worker(WORKER_FILE, { resourceLimits: MEMORY });
    worker.on('message', (reply: ValidationReply) => this.#onReply(worker, reply));
    // `exit` follows every `error`: acting on one of them is enough.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#onGone(worker));
    worker.unref();
    this.#ready = false;
    return worker;
  }

  #runNext(): void {
    if (this.#current !== undefined || this.#closed) return;
    this.#current = this.#queue.shift();
    if (this.#current === undefined) return this.#worker?.unref();
    this.#worker ??= this.#start();
    this.#worker.ref();
    if (this.#ready) this.#send();
  }

  #send(): void {
    if (this.#current === undefined) return;
    this.#deadline = setTimeout(() => this.#replaceHung(), this.#deadline_ms);
    this.#worker?.postMessage(this.#current.job);
  }

  #settle(tell: (waiting: Waiting) => void): void {
    clearTimeout(this.#deadline);
    const settled = this.#current;
    this.#current = undefined;
    if (settled !== undefined) tell(settled);
    this.#runNext();
  }

  #onReply(from: Worker, reply: ValidationReply): void {
    if (from !== this.#worker) return;
    if (reply.kind === 'ready') {
      this.#ready = true;
      this.#send();
    } else if (reply.kind === 'judged') {
      this.#settle(({ resolve }) => resolve(reply.violations));
    } else {
      this.#settle(({ reject }) => reject(schemaUnusable('does not compile')));
    }
  }

  #onGone(gone: Worker): void {
    if (gone !== this.#worker) return;
    this.#worker = undefined;
    const problem = this.#ready
      ? schemaUnusable('takes too much memory to check against')
      : new ProblemError('internal', { detail: 'The validation worker cannot start.' });
    this.#settle(({ reject }) => reject(problem));
  }

  #replaceHung(): void {
    const hung = this.#worker;
    this.#worker = this.#start();
    void hung?.terminate();
    this.#settle(({ reject }) => reject(schemaUnusable('takes too long to check against')));
  }
}
