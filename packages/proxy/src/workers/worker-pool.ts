import { parentPort, Worker } from 'node:worker_threads';
import type { ProblemName } from 'precandidate-contract';
import { ProblemError } from '../shared/problem-error.ts';

interface WorkerPoolOptions {
  /** The worker's module without its extension, which is `.ts` in development and `.js` when built. */
  module: URL;
  maxThreads: number;
  /**
   * Maximum processor time for one task; in all it may take {@link LONGEST_WAIT} times as long, because on
   * a busy machine every task is slow. It begins once the thread is ready, within {@link START_WITHIN_MS}.
   */
  deadlineMs: number;
  /** Further tasks fail with `busy`. */
  maxWaiting: number;
}

export type TaskFailure =
  /** The worker rejected the task. */
  | 'impossible'
  | 'late'
  | 'out-of-memory'
  | 'not-started'
  /** Too many tasks wait, or no thread could start in time. */
  | 'busy'
  /** The pool was closed. */
  | 'closed';

/** Why a task has no result. */
export class TaskError extends Error {
  readonly failure: TaskFailure;

  constructor(failure: TaskFailure) {
    super(`The task failed: ${failure}`);
    this.name = 'TaskError';
    this.failure = failure;
  }
}

/** Messages of a worker: `ready` once, then one reply for each task. */
type WorkerReply<Result> =
  | { kind: 'ready' }
  | { kind: 'done'; result: Result }
  | { kind: 'refused'; problem: ProblemName; detail: string | undefined }
  | { kind: 'impossible' };

/**
 * Runs the tasks of the pool in its worker. A task for which `run` throws is `impossible`; a problem that it
 * throws is passed on.
 */
export function serveTasks<Task, Result>(run: (task: Task) => Result): void {
  const reply = (message: WorkerReply<Result>) => parentPort?.postMessage(message, []);
  parentPort?.on('message', (task: Task) => {
    try {
      reply({ kind: 'done', result: run(task) });
    } catch (error) {
      reply(
        error instanceof ProblemError
          ? { kind: 'refused', problem: error.problemName, detail: error.problem.detail }
          : { kind: 'impossible' },
      );
    }
  });
  reply({ kind: 'ready' });
}

interface QueuedTask<Task, Result> extends PromiseWithResolvers<Result> {
  task: Task;
  fairnessKey: string | undefined;
}

/** Runs one task at a time. */
interface Thread<Task, Result> {
  worker: Worker;
  isReady: boolean;
  running?: QueuedTask<Task, Result> | undefined;
  deadline?: NodeJS.Timeout;
}

/** Tasks take well under this: one that waits longer waits behind a slow one. */
const GROW_AFTER_MS = 20;
const IDLE_MS = 60_000;
/** A busy machine takes a few seconds. */
const START_WITHIN_MS = 30_000;
/** Of one fairness key, so that no sender takes the places of others: more than a candidate's pages need. */
export const MAX_WAITING_OF_KEY = 16;
const LONGEST_WAIT = 10;
/** A thread that works gets at least this part of a processor, or else the machine is busy. */
const MIN_SHARE = 0.5;
/** Of each thread. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/**
 * A few worker threads with a deadline and a memory limit for each task. Usually one thread does all:
 * another starts only when a task waits behind a slow one, and all end after a minute without work.
 * Tasks with the same fairness key run one at a time, so slow tasks of one sender delay no other sender.
 */
export class WorkerPool<Task, Result> {
  readonly #options: WorkerPoolOptions;
  readonly #threads = new Set<Thread<Task, Result>>();
  readonly #queue: QueuedTask<Task, Result>[] = [];
  #growTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Starts a thread ahead of the first task. */
  warm(): void {
    if (this.#isClosed) return;
    if (this.#threads.size === 0) this.#startThread();
    this.#endIdleLater();
  }

  /** Rejects with {@link TaskError}, or with the problem of the task. */
  run(task: Task, fairnessKey?: string): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new TaskError('closed'));
    if (this.#isFull(fairnessKey)) return Promise.reject(new TaskError('busy'));
    const queued = { task, fairnessKey, ...Promise.withResolvers<Result>() };
    this.#queue.push(queued);
    this.#assign();
    return queued.promise;
  }

  #isFull(fairnessKey: string | undefined): boolean {
    if (this.#queue.length >= this.#options.maxWaiting) return true;
    if (fairnessKey === undefined) return false;
    const own = this.#queue.filter((queued) => queued.fairnessKey === fairnessKey);
    return own.length >= MAX_WAITING_OF_KEY;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#growTimer);
    clearTimeout(this.#idleTimer);
    for (const { reject } of this.#queue.splice(0)) reject(new TaskError('closed'));
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, 'closed')));
  }

  /** Gives the queued tasks that may run to free threads. */
  #assign(): void {
    if (this.#isClosed) return;
    const busyKeys = [...this.#threads].map(({ running }) => running?.fairnessKey);
    const index = this.#queue.findIndex(
      ({ fairnessKey }) => fairnessKey === undefined || !busyKeys.includes(fairnessKey),
    );
    if (index < 0) return this.#endIdleLater();
    if (this.#threads.size === 0) this.#startThread();
    const thread = [...this.#threads].find(({ running }) => running === undefined);
    if (thread === undefined) return this.#growLater();
    thread.running = this.#queue.splice(index, 1)[0];
    thread.worker.ref();
    if (thread.isReady) this.#send(thread);
    this.#assign();
  }

  #growLater(): void {
    if (this.#growTimer !== undefined || this.#threads.size >= this.#options.maxThreads) return;
    this.#growTimer = setTimeout(() => {
      this.#growTimer = undefined;
      // A free or starting thread will run the queued task.
      const isBusy = [...this.#threads].every(({ running, isReady }) => running && isReady);
      if (isBusy) this.#startThread();
      this.#assign();
    }, GROW_AFTER_MS);
  }

  #endIdleLater(): void {
    if (this.#idleTimer) return void this.#idleTimer.refresh();
    this.#idleTimer = setTimeout(() => {
      for (const thread of this.#threads) if (!thread.running) void this.#end(thread, 'closed');
    }, IDLE_MS);
    this.#idleTimer.unref();
  }

  /** A thread without a task does not keep the process alive. */
  #startThread(): void {
    const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
    const module = new URL(this.#options.module.href + extension);
    const worker = new Worker(module, { resourceLimits: MEMORY });
    const thread: Thread<Task, Result> = { worker, isReady: false };
    worker.on('message', (reply: WorkerReply<Result>) => this.#onReply(thread, reply));
    // `exit` follows every `error`, so handle only one of them.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#end(thread, thread.isReady ? 'out-of-memory' : 'not-started'));
    worker.unref();
    // Only a busy machine takes longer: a worker that cannot start exits.
    thread.deadline = setTimeout(() => this.#end(thread, 'busy'), START_WITHIN_MS).unref();
    this.#threads.add(thread);
  }

  #send(thread: Thread<Task, Result>): void {
    if (!thread.running) return;
    this.#watch(thread, performance.now(), cpuMsOf(thread.worker));
    thread.worker.postMessage(thread.running.task, []);
  }

  /** Ends a task that is late. */
  #watch(thread: Thread<Task, Result>, startedAt: number, cpuMsBefore: Promise<number>): void {
    const { deadlineMs } = this.#options;
    const { running } = thread;
    const end = () => {
      if (thread.running !== running) return;
      void this.#end(thread, 'late');
      this.warm();
    };
    thread.deadline = setTimeout(async () => {
      if (performance.now() - startedAt >= deadlineMs * LONGEST_WAIT) return end();
      // First, because a thread may not say how long it has worked.
      this.#watch(thread, startedAt, cpuMsBefore);
      const workedMs = (await cpuMsOf(thread.worker)) - (await cpuMsBefore);
      if (!(workedMs < deadlineMs * MIN_SHARE)) end();
    }, deadlineMs);
  }

  #onReply(thread: Thread<Task, Result>, reply: WorkerReply<Result>): void {
    if (!this.#threads.has(thread)) return;
    if (reply.kind === 'ready') {
      thread.isReady = true;
      clearTimeout(thread.deadline);
      this.#send(thread);
      return;
    }
    const ended = this.#release(thread);
    if (reply.kind === 'done') ended?.resolve(reply.result);
    else if (reply.kind === 'refused')
      ended?.reject(new ProblemError(reply.problem, { detail: reply.detail ?? '' }));
    else ended?.reject(new TaskError('impossible'));
    this.#assign();
  }

  /** Ends a thread; its task fails. Queued tasks get another one. */
  async #end(thread: Thread<Task, Result>, failure: TaskFailure): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    this.#release(thread)?.reject(new TaskError(failure));
    this.#assign();
    await thread.worker.terminate();
  }

  #release(thread: Thread<Task, Result>): QueuedTask<Task, Result> | undefined {
    const { running } = thread;
    clearTimeout(thread.deadline);
    thread.running = undefined;
    thread.worker.unref();
    return running;
  }
}

/** The processor time that a thread has taken; `NaN` where Node does not say, or when the thread has ended. */
async function cpuMsOf(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return NaN;
  }
}
