import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { ProblemError } from '../plugins/problem-error.ts';

/** Earlier versions counted milliseconds in a row named `upstream`. */
const NAME = 'service';
const FAILURES_TO_OPEN = 5;
const OPEN_STEP_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;

/** The row that all processes share. */
interface BudgetRow {
  /** Epoch microseconds, because a call can cost less than a millisecond. */
  busy_until: number;
  /** Failures in a row. */
  failures: number;
}

export type RequestBudget = ReturnType<typeof createRequestBudget>;

/**
 * Limits the calls to the service, of all processes together, with one row: `busy_until` is when the
 * calls so far would have ended if they were evenly spaced, and may be up to a second ahead (GCRA). A
 * `Retry-After` of the service, and the fifth failure in a row, set it further ahead.
 */
export function createRequestBudget(
  db: Database,
  per_second: number,
  onError: (error: unknown) => void,
) {
  const cost_us = Math.round(1e6 / per_second);
  const burst_us = Math.max(1e6, cost_us);
  /** As last read from the row. */
  let failures = 0;

  async function find(): Promise<BudgetRow> {
    const sql = 'select busy_until, failures from gates where name = $1';
    const [row] = await db.queryLossy<BudgetRow>(sql, NAME);
    return row ?? { busy_until: 0, failures: 0 };
  }

  /** Whether the row still held `from`; otherwise another process was faster. */
  async function advance(from: number, to: number): Promise<boolean> {
    const rows = await db.queryLossy(
      `insert into gates(name, busy_until, failures) values ($1, $3, 0)
       on conflict(name) do update set busy_until = excluded.busy_until
       where gates.busy_until = $2 returning 1 as one`,
      NAME,
      from,
      to,
    );
    return rows.length > 0;
  }

  /** Makes as many of the `waiting` calls as fit now, or says how long until one does. */
  async function take(waiting: number): Promise<{ calls: number; wait_ms: number }> {
    for (;;) {
      const now = Date.now() * 1_000;
      const row = await find();
      failures = row.failures;
      const begin = Math.max(row.busy_until, now);
      const calls = Math.min(waiting, Math.floor((now + burst_us - begin) / cost_us));
      if (calls < 1)
        return { calls: 0, wait_ms: Math.ceil((begin + cost_us - burst_us - now) / 1_000) };
      if (await advance(row.busy_until, begin + calls * cost_us)) return { calls, wait_ms: 0 };
    }
  }

  async function recordSuccess(): Promise<void> {
    if (failures === 0) return;
    await db.queryLossy('update gates set failures = 0 where name = $1', NAME);
    failures = 0;
  }

  async function recordFailure(retry_after_ms: number): Promise<void> {
    const [row] = await db.queryLossy<BudgetRow>(
      'update gates set failures = failures + 1 where name = $1 returning busy_until, failures',
      NAME,
    );
    failures = row?.failures ?? 1;
    const steps = failures - FAILURES_TO_OPEN + 1;
    const open_ms = Math.min(Math.max(steps, 0) * OPEN_STEP_MS, LONGEST_OPEN_MS);
    const closed_ms = Math.max(retry_after_ms, open_ms);
    if (closed_ms === 0) return;
    await db.queryLossy(
      'update gates set busy_until = $2 where name = $1 and busy_until < $2',
      NAME,
      (Date.now() + closed_ms) * 1_000 + burst_us,
    );
  }

  return {
    acquire: createQueue(take),

    /**
     * Reports the outcome of a call. A failure with `retry_after_ms` blocks the calls of all processes.
     * Never rejects: a response of the service must not be lost with our database.
     */
    async report(outcome: 'ok' | 'failed', retry_after_ms: number): Promise<void> {
      await (outcome === 'ok' ? recordSuccess() : recordFailure(retry_after_ms)).catch(onError);
    },

    /** Whether the circuit breaker is open, and the time until the next call may be made. */
    async state(): Promise<{ is_open: boolean; closed_seconds: number }> {
      const row = await find();
      const wait_us = row.busy_until + cost_us - burst_us - Date.now() * 1_000;
      const is_open = row.failures >= FAILURES_TO_OPEN;
      return { is_open, closed_seconds: Math.max(wait_us, 0) / 1e6 };
    },
  };
}

interface WaitingCall {
  maxWaitMs: number;
  /** Epoch milliseconds. */
  deadline: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Queues the calls of this process, the longest `maxWaitMs` first: candidates before polls. Calls of
 * the same tick are taken together. A call rejects with `service-busy` when it would wait longer.
 */
function createQueue(take: (waiting: number) => Promise<{ calls: number; wait_ms: number }>) {
  const queue: WaitingCall[] = [];
  let isRunning = false;
  /** No call before this time (epoch milliseconds). */
  let closed_until = 0;

  function rejectLate(): void {
    for (const call of queue.filter(({ deadline }) => deadline < closed_until)) {
      queue.splice(queue.indexOf(call), 1);
      call.reject(busyUntil(closed_until));
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      await nextTick();
      while (queue.length > 0) {
        const { calls, wait_ms } = await take(queue.length);
        for (const { resolve } of queue.splice(0, calls)) resolve();
        if (calls > 0) continue;
        closed_until = Date.now() + wait_ms;
        rejectLate();
        if (queue.length > 0) await pause(wait_ms);
      }
    } catch (error) {
      for (const { reject } of queue.splice(0)) reject(error);
    } finally {
      isRunning = false;
    }
  }

  return (maxWaitMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const deadline = Date.now() + maxWaitMs;
      if (deadline < closed_until) return reject(busyUntil(closed_until));
      queue.push({ maxWaitMs, deadline, resolve, reject });
      queue.sort((one, other) => other.maxWaitMs - one.maxWaitMs);
      if (!isRunning) void run();
    });
}

function busyUntil(time: number): ProblemError {
  const seconds = Math.ceil((time - Date.now()) / 1_000);
  return new ProblemError('service-busy', { headers: { 'retry-after': String(seconds) } });
}
