import { type ResourceLimits, Worker } from 'node:worker_threads';

/** How a job can end without an answer. */
export type JobFailure =
  /** The worker says that it cannot do this one. */
  | 'impossible'
  | 'late'
  | 'out-of-memory'
  | 'not-started'
  /** The slot was closed. */
  | 'closed';

/** What a worker tells: first of all, once, that it can be asked; then one reply for each job. */
export type WorkerReply<Answer> =
  { kind: 'ready' } | { kind: 'done'; answer: Answer } | { kind: 'impossible' };

export interface WorkerSlotOptions {
  /** The worker's module without its extension, which is that of our own: `.ts`, or `.js` when built. */
  module: URL;
  /** Longest time for one job, in ms. */
  deadline_ms: number;
  memory: ResourceLimits;
  /** Starts the thread with the first job, not before. */
  isLazy?: boolean;
  /** The error that a job is rejected with. */
  errorOf: (failure: JobFailure) => Error;
}

interface Waiting<Job, Answer> {
  job: Job;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * One worker thread at a time, with one job at a time; it is replaced when it hangs or dies. A job
 * waits for its turn, and for the thread to start, without a deadline; then it has `deadline_ms`.
 */
export class WorkerSlot<Job, Answer> {
  readonly #options: WorkerSlotOptions;
  readonly #queue: Waiting<Job, Answer>[] = [];
  #current: Waiting<Job, Answer> | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #worker: Worker | undefined;
  #ready = false;
  #closed = false;

  constructor(options: WorkerSlotOptions) {
    this.#options = options;
    if (options.isLazy !== true) this.#worker = this.#start();
  }

  /** Jobs that wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  run(job: Job): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(this.#options.errorOf('closed'));
      this.#queue.push({ job, resolve, reject });
      this.#runNext();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#fail('closed');
    for (const { reject } of this.#queue.splice(0)) reject(this.#options.errorOf('closed'));
    await worker?.terminate();
  }

  /** An idle worker does not keep the process alive. */
  #start(): Worker {
    const { module, memory } = this.#options;
    const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
    const worker = new Worker(new URL(module.href + extension), { resourceLimits: memory });
    worker.on('message', (reply: WorkerReply<Answer>) => this.#onReply(worker, reply));
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
    this.#deadline = setTimeout(() => this.#replaceHung(), this.#options.deadline_ms);
    this.#worker?.postMessage(this.#current.job);
  }

  #settle(tell: (waiting: Waiting<Job, Answer>) => void): void {
    clearTimeout(this.#deadline);
    const settled = this.#current;
    this.#current = undefined;
    if (settled !== undefined) tell(settled);
    this.#runNext();
  }

  #fail(failure: JobFailure): void {
    this.#settle(({ reject }) => reject(this.#options.errorOf(failure)));
  }

  #onReply(from: Worker, reply: WorkerReply<Answer>): void {
    if (from !== this.#worker) return;
    if (reply.kind === 'ready') {
      this.#ready = true;
      this.#send();
    } else if (reply.kind === 'done') this.#settle(({ resolve }) => resolve(reply.answer));
    else this.#fail('impossible');
  }

  #onGone(gone: Worker): void {
    if (gone !== this.#worker) return;
    this.#worker = undefined;
    this.#fail(this.#ready ? 'out-of-memory' : 'not-started');
  }

  #replaceHung(): void {
    const hung = this.#worker;
    this.#worker = this.#start();
    void hung?.terminate();
    this.#fail('late');
  }
}
