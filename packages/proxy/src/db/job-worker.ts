import type { EndedRun, Job, Jobs, NextRun } from './jobs.ts';

export interface JobWorkerOptions<Row> {
  queue: string;
  /** Jobs of this process that run at once. A slow one holds up no other. */
  concurrency: number;
  /** After this a job of a dead process runs elsewhere. Renewed while the job runs. */
  leaseMs: number;
  /** The feature's rows by job key. A job without a row is finished. */
  load(keys: readonly string[]): Promise<ReadonlyMap<string, Row>>;
  /** Runs one job. Without a result it is finished; when it throws, it runs again after a pause. */
  run(row: Row, job: Job): Promise<NextRun | undefined>;
  /** While true, no job is claimed. */
  isPaused?(): Promise<boolean>;
  /** No pause is longer, unless the clock was set back; see `ClaimOptions`. */
  longestPauseMs?: number;
  onError(error: unknown): void;
}

/** Jobs that become due within this time are claimed by one statement, and ended by one. */
const ROUND_MS = 50;
/** Another process may schedule a job without waking this one. */
const LONGEST_SLEEP_MS = 1_000;
const AFTER_ERROR = { firstMs: 2_000, longestMs: 5 * 60_000 };
const GRACE_MS = 10_000;

export type JobWorker = ReturnType<typeof createJobWorker>;

/** Runs the jobs of one queue, in as many processes as you like. */
export function createJobWorker<Row>(jobs: Jobs, options: JobWorkerOptions<Row>) {
  const { queue, concurrency, leaseMs, longestPauseMs, onError } = options;
  const running = new Map<Job, Promise<void>>();
  const ended: EndedRun[] = [];
  let isStopped = false;
  let loop: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let wakeUp = new AbortController();

  /** Claims due jobs and starts them. Returns when the next round is due. */
  async function round(): Promise<number | undefined> {
    await writeEnded();
    const limit = concurrency - running.size;
    if (limit === 0 || (await options.isPaused?.())) return undefined;
    const claimed = await jobs.claim(queue, { now: Date.now(), leaseMs, limit, longestPauseMs });
    if (claimed.length > 0) {
      const rows = await loadRows(claimed);
      for (const job of claimed) {
        const row = rows.get(job.key);
        if (row === undefined) ended.push({ job, next: undefined });
        else running.set(job, run(job, row));
      }
    }
    return running.size < concurrency ? jobs.nextDue(queue) : undefined;
  }

  async function loadRows(claimed: readonly Job[]): Promise<ReadonlyMap<string, Row>> {
    try {
      return await options.load(claimed.map(({ key }) => key));
    } catch (error) {
      // Not run: gives the jobs back at once, so that they do not wait for the end of their leases.
      for (const job of claimed) ended.push({ job, next: { dueAt: Date.now(), runs: job.runs } });
      throw error;
    }
  }

  async function run(job: Job, row: Row): Promise<void> {
    try {
      ended.push({ job, next: await options.run(row, job) });
    } catch (error) {
      onError(error);
      ended.push({ job, next: { dueAt: Date.now() + backoff(job.runs, AFTER_ERROR) } });
    } finally {
      running.delete(job);
      wakeUp.abort();
    }
  }

  async function writeEnded(): Promise<void> {
    const written = [...ended];
    await jobs.end(queue, written);
    ended.splice(0, written.length);
  }

  function renew(): void {
    jobs.renew(queue, [...running.keys()], Date.now() + leaseMs).catch(onError);
  }

  async function runRounds(): Promise<void> {
    let nextRoundAt = 0;
    while (!isStopped) {
      await pause(Math.min(nextRoundAt - Date.now(), ROUND_MS));
      nextRoundAt = Date.now() + ROUND_MS;
      wakeUp = new AbortController();
      const { signal } = wakeUp;
      try {
        const due = (await round()) ?? Infinity;
        await pause(Math.min(due - Date.now(), LONGEST_SLEEP_MS), signal);
      } catch (error) {
        onError(error);
        await pause(AFTER_ERROR.firstMs, signal);
      }
    }
  }

  async function finish(graceMs: number): Promise<void> {
    isStopped = true;
    wakeUp.abort();
    await loop;
    const timeUp = new AbortController();
    await Promise.race([Promise.all(running.values()), pause(graceMs, timeUp.signal)]);
    timeUp.abort();
    clearInterval(renewal);
    await writeEnded().catch(onError);
  }

  return {
    async start(): Promise<void> {
      await jobs.releaseAbandoned(queue, Date.now());
      renewal = setInterval(renew, leaseMs / 3);
      loop ??= runRounds();
    },

    /** A job was scheduled: look for due jobs now. Other processes notice within a second. */
    wake: (): void => wakeUp.abort(),

    /**
     * Claims no more jobs and waits for the running ones, up to `graceMs`; a job that takes longer
     * runs again once its lease has ended.
     */
    stop(graceMs = GRACE_MS): Promise<void> {
      stopping ??= finish(graceMs);
      return stopping;
    },
  };
}

/** Ends early, without an error, when the signal is aborted. Tests replace the global timer. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal?.aborted) return resolve();
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    function end(): void {
      clearTimeout(timer);
      resolve();
    }
  });
}

/** How the pauses between the runs of one job grow. Times in milliseconds. */
export interface BackoffOptions {
  firstMs: number;
  longestMs: number;
  /** By how much each pause is longer than the one before; default 2. */
  factor?: number;
}

const JITTER = 0.15;

/**
 * A pause in whole milliseconds: about `firstMs` after 0 earlier pauses, longer after each. Varies by
 * 15 %, so that jobs that failed together do not run together again.
 */
export function backoff(
  earlierPauses: number,
  { firstMs, longestMs, factor = 2 }: BackoffOptions,
): number {
  const pauseMs = Math.min(firstMs * factor ** earlierPauses, longestMs);
  return Math.round(pauseMs * (1 - JITTER + Math.random() * 2 * JITTER));
}
