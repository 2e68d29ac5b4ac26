import { type ResourceLimits, Worker } from 'node:worker_threads';

interface WorkerPoolOptions extends WorkerSlotOptions {
  /** Maximum number of threads. */
  most: number;
}

interface Waiting<Job, Answer> {
  /** Jobs with the same key run one after another. */
  fairnessKey: string | undefined;
  run(slot: WorkerSlot<Job, Answer>): void;
  refuse(): void;
}

/** Jobs take well under this: one that waits longer waits behind a slow one. */
const GROW_AFTER_MS = 20;
const IDLE_MS = 60_000;

/**
 * A few worker threads with a deadline and a memory limit for each job. Usually one thread does all:
 * another starts only when a job waits behind a slow one, and all end after a minute without work.
 * Jobs with the same fairness key run one at a time, so slow jobs of one sender delay no other sender.
 */
export class WorkerPool<Job, Answer> {
  readonly #options: WorkerPoolOptions;
  readonly #slots: WorkerSlot<Job, Answer>[] = [];
  readonly #queue: Waiting<Job, Answer>[] = [];
  readonly #busyKeys = new Set<string>();
  #growth: NodeJS.Timeout | undefined;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Number of queued jobs. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Starts a thread ahead of the first job. */
  warm(): void {
    if (this.#closed) return;
    (this.#slots[0] ?? this.#grow()).warm();
    this.#restLater();
  }

  run(job: Job, fairnessKey?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const refuse = (): void => reject(this.#options.errorOf('closed'));
      if (this.#closed) return refuse();
      const run = (slot: WorkerSlot<Job, Answer>): void => {
        if (fairnessKey !== undefined) this.#busyKeys.add(fairnessKey);
        const leave = (): void => {
          if (fairnessKey !== undefined) this.#busyKeys.delete(fairnessKey);
          this.#next();
        };
        slot.run(job).then(resolve, reject).finally(leave);
      };
      this.#queue.push({ fairnessKey, run, refuse });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#growth);
    clearTimeout(this.#rest);
    for (const { refuse } of this.#queue.splice(0)) refuse();
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  #next(): void {
    if (this.#closed) return;
    const isNext = ({ fairnessKey }: Waiting<Job, Answer>) =>
      fairnessKey === undefined || !this.#busyKeys.has(fairnessKey);
    const index = this.#queue.findIndex(isNext);
    if (index < 0) return this.#restLater();
    const free = this.#slots.find(({ isFree }) => isFree);
    const slot = free ?? (this.#slots.length === 0 ? this.#grow() : undefined);
    if (slot === undefined) return this.#growLater();
    const [waiting] = this.#queue.splice(index, 1);
    waiting?.run(slot);
    this.#next();
  }

  #grow(): WorkerSlot<Job, Answer> {
    const slot = new WorkerSlot<Job, Answer>(this.#options);
    this.#slots.push(slot);
    return slot;
  }

  #growLater(): void {
    if (this.#growth !== undefined || this.#slots.length >= this.#options.most) return;
    this.#growth = setTimeout(() => {
      this.#growth = undefined;
      // A free or starting thread will run the queued job.
      if (!this.#slots.some(({ isFree, isStarting }) => isFree || isStarting)) this.#grow();
      this.#next();
    }, GROW_AFTER_MS);
  }

  #restLater(): void {
    if (this.#rest) return void this.#rest.refresh();
    this.#rest = setTimeout(() => {
      if (this.#slots.every(({ isFree }) => isFree))
        for (const slot of this.#slots.splice(0)) void slot.close();
    }, IDLE_MS);
    this.#rest.unref();
  }
}

/** Why a job failed. */
export type JobFailure =
  /** The worker rejected the job. */
  | 'impossible'
  | 'late'
  | 'out-of-memory'
  | 'not-started'
  /** The slot was closed. */
  | 'closed';

/** Messages of a worker: `ready` once, then one reply for each job. */
export type WorkerReply<Answer> =
  { kind: 'ready' } | { kind: 'done'; answer: Answer } | { kind: 'impossible' };

interface WorkerSlotOptions {
  /** The worker's module without its extension, which is `.ts` in development and `.js` when built. */
  module: URL;
  /** Maximum time for one job. */
  deadline_ms: number;
  memory: ResourceLimits;
  /** Creates the error that a job rejects with. */
  errorOf: (failure: JobFailure) => Error;
}

interface Running<Job, Answer> {
  job: Job;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * One worker thread, which runs one job at a time. It starts with its first job and is replaced when
 * it hangs or dies. The deadline of a job begins once the thread is ready.
 */
class WorkerSlot<Job, Answer> {
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

  /** Whether a job waits for the thread to start. */
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
    // `exit` follows every `error`, so handle only one of them.
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
