import { parentPort, Worker } from 'node:worker_threads';

interface WorkerPoolOptions {
  /** The worker's module without its extension, which is `.ts` in development and `.js` when built. */
  module: URL;
  maxThreads: number;
  /** Maximum time for one job. It begins once the thread is ready. */
  deadlineMs: number;
}

export type JobFailure =
  /** The worker rejected the job. */
  | 'impossible'
  | 'late'
  | 'out-of-memory'
  | 'not-started'
  /** Too many jobs wait. */
  | 'busy'
  /** The pool was closed. */
  | 'closed';

/** Why a job has no result. */
export class JobError extends Error {
  readonly failure: JobFailure;

  constructor(failure: JobFailure) {
    super(`The job failed: ${failure}`);
    this.name = 'JobError';
    this.failure = failure;
  }
}

/** Messages of a worker: `ready` once, then one reply for each job. */
type WorkerReply<Result> =
  { kind: 'ready' } | { kind: 'done'; result: Result } | { kind: 'impossible' };

/** Runs the jobs of the pool in its worker; a job for which `run` throws is `impossible`. */
export function serveJobs<Job, Result>(run: (job: Job) => Result): void {
  const reply = (message: WorkerReply<Result>) => parentPort?.postMessage(message, []);
  parentPort?.on('message', (job: Job) => {
    try {
      reply({ kind: 'done', result: run(job) });
    } catch {
      reply({ kind: 'impossible' });
    }
  });
  reply({ kind: 'ready' });
}

interface Task<Job, Result> extends PromiseWithResolvers<Result> {
  job: Job;
  fairnessKey: string | undefined;
}

/** Runs one task at a time. */
interface Thread<Job, Result> {
  worker: Worker;
  isReady: boolean;
  task?: Task<Job, Result> | undefined;
  deadline?: NodeJS.Timeout;
}

/** Jobs take well under this: one that waits longer waits behind a slow one. */
const GROW_AFTER_MS = 20;
const IDLE_MS = 60_000;
/** Of each thread. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/**
 * A few worker threads with a deadline and a memory limit for each job. Usually one thread does all:
 * another starts only when a job waits behind a slow one, and all end after a minute without work.
 * Jobs with the same fairness key run one at a time, so slow jobs of one sender delay no other sender.
 */
export class WorkerPool<Job, Result> {
  readonly #options: WorkerPoolOptions;
  readonly #threads = new Set<Thread<Job, Result>>();
  readonly #queue: Task<Job, Result>[] = [];
  #growTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Starts a thread ahead of the first job. */
  warm(): void {
    if (this.#isClosed) return;
    if (this.#threads.size === 0) this.#startThread();
    this.#endIdleLater();
  }

  /** Rejects with {@link JobError}. */
  run(job: Job, fairnessKey?: string): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new JobError('closed'));
    const task = { job, fairnessKey, ...Promise.withResolvers<Result>() };
    this.#queue.push(task);
    this.#assign();
    return task.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#growTimer);
    clearTimeout(this.#idleTimer);
    for (const { reject } of this.#queue.splice(0)) reject(new JobError('closed'));
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, 'closed')));
  }

  /** Gives the queued jobs that may run to free threads. */
  #assign(): void {
    if (this.#isClosed) return;
    const busyKeys = [...this.#threads].map(({ task }) => task?.fairnessKey);
    const index = this.#queue.findIndex(
      ({ fairnessKey }) => fairnessKey === undefined || !busyKeys.includes(fairnessKey),
    );
    if (index < 0) return this.#endIdleLater();
    if (this.#threads.size === 0) this.#startThread();
    const thread = [...this.#threads].find(({ task }) => task === undefined);
    if (thread === undefined) return this.#growLater();
    thread.task = this.#queue.splice(index, 1)[0];
    thread.worker.ref();
    if (thread.isReady) this.#send(thread);
    this.#assign();
  }

  #growLater(): void {
    if (this.#growTimer !== undefined || this.#threads.size >= this.#options.maxThreads) return;
    this.#growTimer = setTimeout(() => {
      this.#growTimer = undefined;
      // A free or starting thread will run the queued job.
      const isBusy = [...this.#threads].every(({ task, isReady }) => task && isReady);
      if (isBusy) this.#startThread();
      this.#assign();
    }, GROW_AFTER_MS);
  }

  #endIdleLater(): void {
    if (this.#idleTimer) return void this.#idleTimer.refresh();
    this.#idleTimer = setTimeout(() => {
      for (const thread of this.#threads) if (!thread.task) void this.#end(thread, 'closed');
    }, IDLE_MS);
    this.#idleTimer.unref();
  }

  /** A thread without a task does not keep the process alive. */
  #startThread(): void {
    const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
    const module = new URL(this.#options.module.href + extension);
    const worker = new Worker(module, { resourceLimits: MEMORY });
    const thread: Thread<Job, Result> = { worker, isReady: false };
    worker.on('message', (reply: WorkerReply<Result>) => this.#onReply(thread, reply));
    // `exit` follows every `error`, so handle only one of them.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#end(thread, thread.isReady ? 'out-of-memory' : 'not-started'));
    worker.unref();
    this.#threads.add(thread);
  }

  #send(thread: Thread<Job, Result>): void {
    if (!thread.task) return;
    thread.deadline = setTimeout(() => {
      void this.#end(thread, 'late');
      this.warm();
    }, this.#options.deadlineMs);
    thread.worker.postMessage(thread.task.job, []);
  }

  #onReply(thread: Thread<Job, Result>, reply: WorkerReply<Result>): void {
    if (!this.#threads.has(thread)) return;
    if (reply.kind === 'ready') {
      thread.isReady = true;
      this.#send(thread);
      return;
    }
    const task = this.#release(thread);
    if (reply.kind === 'done') task?.resolve(reply.result);
    else task?.reject(new JobError('impossible'));
    this.#assign();
  }

  /** Ends a thread; its job fails. Queued jobs get another one. */
  async #end(thread: Thread<Job, Result>, failure: JobFailure): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    this.#release(thread)?.reject(new JobError(failure));
    this.#assign();
    await thread.worker.terminate();
  }

  #release(thread: Thread<Job, Result>): Task<Job, Result> | undefined {
    const { task } = thread;
    clearTimeout(thread.deadline);
    thread.task = undefined;
    thread.worker.unref();
    return task;
  }
}
