import type { Clock } from '../shared/clock.ts';
import { backoff, type EndedRun, type Job, type Jobs, type NextRun } from './jobs.ts';

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
  /** How many more jobs may be claimed now; by default, as many as `concurrency` allows. */
  room?(): number;
  onError(error: unknown): void;
}

/** Jobs that become due within this time are claimed by one statement, and ended by one. */
const ROUND_MS = 50;
/** While there is no `room` for jobs that are due. */
const NO_ROOM_MS = 1_000;
const AFTER_ERROR = { firstMs: 2_000, longestMs: 5 * 60_000 };
const GRACE_MS = 10_000;

export type JobWorker = ReturnType<typeof createJobWorker>;

/**
 * Runs the jobs of one queue, in as many processes as you like. It sleeps until the next job is due: a
 * commit in this process, or a notification of another one, wakes it for a job that is due earlier.
 */
export function createJobWorker<Row>(jobs: Jobs, options: JobWorkerOptions<Row>) {
  const { clock } = jobs;
  const { queue, leaseMs, onError } = options;
  const alarm = createAlarm(clock);
  const runs = createRuns(jobs, options, () => alarm.ring(clock.now()));
  let isStopped = false;
  let loop: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  let renewal: NodeJS.Timeout | undefined;

  async function repeatRounds(): Promise<void> {
    while (!isStopped) {
      const startedAt = clock.now();
      const dueAt = await runs.startDue().catch((error: unknown) => {
        onError(error);
        return clock.now() + AFTER_ERROR.firstMs;
      });
      await alarm.sleepUntil(Math.min(dueAt, startedAt + jobs.longestSleepMs()));
      if (!isStopped) await pause(startedAt + ROUND_MS - clock.now());
    }
  }

  async function finish(graceMs: number): Promise<void> {
    isStopped = true;
    alarm.ring(clock.now());
    await loop;
    const timeUp = new AbortController();
    await Promise.race([runs.allEnded(), pause(graceMs, timeUp.signal)]);
    timeUp.abort();
    clearInterval(renewal);
    await runs
      .writeEnded()
      .then(() => jobs.handOver(queue))
      .catch(onError);
  }

  return {
    async start(): Promise<void> {
      jobs.onScheduled(queue, alarm.ring);
      await jobs.releaseAbandoned(queue);
      renewal = setInterval(runs.renew, leaseMs / 3);
      loop ??= repeatRounds();
    },

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

/** Wakes its one sleeper, at the earliest time that the sleeper or `ring` names. */
function createAlarm(clock: Clock) {
  let ringsAt = Infinity;
  let onRing: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  function set(): void {
    clearTimeout(timer);
    if (onRing) timer = setTimeout(onRing, Math.max(ringsAt - clock.now(), 0));
  }

  return {
    ring(at: number): void {
      if (at >= ringsAt) return;
      ringsAt = at;
      set();
    },

    async sleepUntil(at: number): Promise<void> {
      await new Promise<void>((resolve) => {
        onRing = resolve;
        ringsAt = Math.min(ringsAt, at);
        set();
      });
      onRing = undefined;
      ringsAt = Infinity;
    },
  };
}

/** The jobs of one queue that run in this process. `onEnd` is called when a run is over. */
function createRuns<Row>(jobs: Jobs, options: JobWorkerOptions<Row>, onEnd: () => void) {
  const { clock } = jobs;
  const { queue, concurrency, leaseMs, onError } = options;
  const running = new Map<Job, Promise<void>>();
  const ended: EndedRun[] = [];

  async function loadRows(claimed: readonly Job[]): Promise<ReadonlyMap<string, Row>> {
    try {
      return await options.load(claimed.map(({ key }) => key));
    } catch (error) {
      // Not run: gives the jobs back at once, so that they do not wait for the end of their leases.
      for (const job of claimed) ended.push({ job, next: { dueAt: clock.now(), runs: job.runs } });
      throw error;
    }
  }

  async function run(job: Job, row: Row): Promise<void> {
    try {
      ended.push({ job, next: await options.run(row, job) });
    } catch (error) {
      onError(error);
      ended.push({ job, next: { dueAt: clock.now() + backoff(job.runs, AFTER_ERROR) } });
    } finally {
      running.delete(job);
      onEnd();
    }
  }

  async function writeEnded(): Promise<void> {
    const written = [...ended];
    await jobs.end(queue, written);
    ended.splice(0, written.length);
  }

  return {
    writeEnded,

    /** Starts jobs that are due. Returns when to look for more, or `Infinity`: when a run ends. */
    async startDue(): Promise<number> {
      await writeEnded();
      if (running.size >= concurrency) return Infinity;
      const dueAt = (await jobs.nextDue(queue)) ?? Infinity;
      const now = clock.now();
      if (dueAt > now) return dueAt;
      const limit = Math.min(concurrency - running.size, options.room?.() ?? concurrency);
      if (limit <= 0) return now + NO_ROOM_MS;
      const claimed = await jobs.claim(queue, { now, leaseMs, limit });
      const rows = claimed.length > 0 ? await loadRows(claimed) : new Map<string, Row>();
      for (const job of claimed) {
        const row = rows.get(job.key);
        if (row === undefined) ended.push({ job, next: undefined });
        else running.set(job, run(job, row));
      }
      return now;
    },

    renew: (): void => {
      jobs.renew(queue, [...running.keys()], clock.now() + leaseMs).catch(onError);
    },

    allEnded: () => Promise.all(running.values()),
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
