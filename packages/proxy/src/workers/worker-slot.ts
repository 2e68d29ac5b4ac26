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
  /** The error that a job is rejected with. */
  errorOf: (failure: JobFailure) => Error;
}

interface Running<Job, Answer> {
  job: Job;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * One worker thread at a time, with one job at a time; it starts with its first job, and is replaced
 * when it hangs or dies. A job waits for the thread to start without a deadline; then it has
 * `deadline_ms`.
 */
export class WorkerSlot<Job, Answer> {
  readonly #options: WorkerSlotOptions;
  #running: Running<Job, Answer> | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #worker: Worker | undefined;
  #ready = false;

  constructor(options: WorkerSlotOptions) {
    this.#options = options;
  }

  get isFree(): boolean {
    return this.#running === undefined;
  }

  /** Whether its job waits for the thread to start. */
  get isStarting(): boolean {
    return this.#running !== undefined && !this.#ready;
  }

  /** Starts the thread ahead of the first job. */
  warm(): void {
    this.#worker ??= this.#start();
  }

  /** Only while it {@link isFree}. */
  run(job: Job): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#running = { job, resolve, reject };
      this.warm();
      this.#worker?.ref();
      if (this.#ready) this.#send();
    });
  }

  /** Ends the thread; it would start again with the next job. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#ready = false;
    this.#fail('closed');
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

  #send(): void {
    if (this.#running === undefined) return;
    this.#deadline = setTimeout(() => this.#replaceHung(), this.#options.deadline_ms);
    this.#worker?.postMessage(this.#running.job);
  }

  #settle(tell: (running: Running<Job, Answer>) => void): void {
    clearTimeout(this.#deadline);
    const settled = this.#running;
    this.#running = undefined;
    this.#worker?.unref();
    if (settled !== undefined) tell(settled);
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
    const failure = this.#ready ? 'out-of-memory' : 'not-started';
    this.#worker = undefined;
    this.#ready = false;
    this.#fail(failure);
  }

  #replaceHung(): void {
    const hung = this.#worker;
    this.#worker = this.#start();
    void hung?.terminate();
    this.#fail('late');
  }
}
