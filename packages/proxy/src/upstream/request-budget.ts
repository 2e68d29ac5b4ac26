import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** The name of the row that all processes share. */
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
  perSecond: number,
  onError: (error: unknown) => void,
) {
  const costUs = Math.round(1e6 / perSecond);
  const burstUs = Math.max(1e6, costUs);
  /** As last read from the row. */
  let failures = 0;

  async function find(): Promise<BudgetRow> {
    const sql = 'select busy_until, failures from request_budgets where name = $1';
    const [row] = await db.queryLossy<BudgetRow>(sql, NAME);
    return row ?? { busy_until: 0, failures: 0 };
  }

  /** Whether the row still held `from`; otherwise another process was faster. */
  async function advance(from: number, to: number): Promise<boolean> {
    const rows = await db.queryLossy(
      `insert into request_budgets(name, busy_until, failures) values ($1, $3, 0)
       on conflict(name) do update set busy_until = excluded.busy_until
       where request_budgets.busy_until = $2 returning 1 as one`,
      NAME,
      from,
      to,
    );
    return rows.length > 0;
  }

  /** Makes as many of the `waiting` calls as fit now, or says how long until one does. */
  async function take(waiting: number): Promise<{ calls: number; waitMs: number }> {
    for (;;) {
      const now = Date.now() * 1_000;
      const row = await find();
      failures = row.failures;
      const begin = Math.max(row.busy_until, now);
      const calls = Math.min(waiting, Math.floor((now + burstUs - begin) / costUs));
      if (calls < 1)
        return { calls: 0, waitMs: Math.ceil((begin + costUs - burstUs - now) / 1_000) };
      if (await advance(row.busy_until, begin + calls * costUs)) return { calls, waitMs: 0 };
    }
  }

  async function recordSuccess(): Promise<void> {
    if (failures === 0) return;
    await db.queryLossy('update request_budgets set failures = 0 where name = $1', NAME);
    failures = 0;
  }

  async function recordFailure(retryAfterMs: number): Promise<void> {
    const [row] = await db.queryLossy<BudgetRow>(
      'update request_budgets set failures = failures + 1 where name = $1 returning busy_until, failures',
      NAME,
    );
    failures = row?.failures ?? 1;
    const steps = failures - FAILURES_TO_OPEN + 1;
    const openMs = Math.min(Math.max(steps, 0) * OPEN_STEP_MS, LONGEST_OPEN_MS);
    const closedMs = Math.max(retryAfterMs, openMs);
    if (closedMs === 0) return;
    await db.queryLossy(
      'update request_budgets set busy_until = $2 where name = $1 and busy_until < $2',
      NAME,
      (Date.now() + closedMs) * 1_000 + burstUs,
    );
  }

  return {
    acquire: createQueue(take),

    /**
     * Reports the outcome of a call. A failure with `retryAfterMs` blocks the calls of all processes.
     * Never rejects: a response of the service must not be lost with our database.
     */
    async report(outcome: 'ok' | 'failed', retryAfterMs: number): Promise<void> {
      await (outcome === 'ok' ? recordSuccess() : recordFailure(retryAfterMs)).catch(onError);
    },

    /** Whether the circuit breaker is open, and the time until the next call may be made. */
    async state(): Promise<{ isOpen: boolean; closedSeconds: number }> {
      const row = await find();
      const waitUs = row.busy_until + costUs - burstUs - Date.now() * 1_000;
      const isOpen = row.failures >= FAILURES_TO_OPEN;
      return { isOpen, closedSeconds: Math.max(waitUs, 0) / 1e6 };
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
function createQueue(take: (waiting: number) => Promise<{ calls: number; waitMs: number }>) {
  const queue: WaitingCall[] = [];
  let isRunning = false;
  /** No call before this time (epoch milliseconds). */
  let closedUntil = 0;

  function rejectLate(): void {
    for (const call of queue.filter(({ deadline }) => deadline < closedUntil)) {
      queue.splice(queue.indexOf(call), 1);
      call.reject(busyUntil(closedUntil));
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      await nextTick();
      while (queue.length > 0) {
        const { calls, waitMs } = await take(queue.length);
        for (const { resolve } of queue.splice(0, calls)) resolve();
        if (calls > 0) continue;
        closedUntil = Date.now() + waitMs;
        rejectLate();
        if (queue.length > 0) await pause(waitMs);
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
      if (deadline < closedUntil) return reject(busyUntil(closedUntil));
      queue.push({ maxWaitMs, deadline, resolve, reject });
      queue.sort((one, other) => other.maxWaitMs - one.maxWaitMs);
      if (!isRunning) void run();
    });
}

function busyUntil(time: number): ProblemError {
  return new ProblemError('service-busy', { retryAfterMs: time - Date.now() });
}
