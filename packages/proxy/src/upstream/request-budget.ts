import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { ProblemError } from '../shared/problem-error.ts';

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
 *
 * Each call reserves the next free time and waits for it, so calls are made in their order. Polls delay
 * candidates little, because they only reserve a time that is near.
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
  /** No call before this time (epoch milliseconds), because of a failure in this process. */
  let closedUntil = 0;

  async function find(): Promise<BudgetRow> {
    const sql = 'select busy_until, failures from gates where name = $1';
    const [row] = await db.queryLossy<BudgetRow>(sql, NAME);
    return row ?? { busy_until: 0, failures: 0 };
  }

  /** When a call may be made that sets `busy_until` to this (epoch milliseconds). */
  const startOf = (busy_until: number): number => (busy_until - burstUs) / 1_000;

  /** The next free time for a call (epoch milliseconds), reserved unless it is after `latest`. */
  async function reserve(latest: number): Promise<number> {
    const [reserved] = await db.queryLossy<BudgetRow>(
      `insert into gates(name, busy_until, failures)
       values ($1, cast($2 as bigint) + cast($3 as bigint), 0)
       on conflict(name) do update set busy_until = cast($3 as bigint) +
         case when gates.busy_until > $2 then gates.busy_until else cast($2 as bigint) end
       where gates.busy_until <= $4 returning busy_until, failures`,
      NAME,
      Date.now() * 1_000,
      costUs,
      latest * 1_000 + burstUs - costUs,
    );
    const row = reserved ?? (await find());
    failures = row.failures;
    return startOf(reserved ? row.busy_until : row.busy_until + costUs);
  }

  async function recordSuccess(): Promise<void> {
    if (failures === 0) return;
    await db.queryLossy('update gates set failures = 0 where name = $1', NAME);
    failures = 0;
  }

  async function recordFailure(retryAfterMs: number): Promise<void> {
    const [row] = await db.queryLossy<BudgetRow>(
      'update gates set failures = failures + 1 where name = $1 returning busy_until, failures',
      NAME,
    );
    failures = row?.failures ?? 1;
    const steps = failures - FAILURES_TO_OPEN + 1;
    const openMs = Math.min(Math.max(steps, 0) * OPEN_STEP_MS, LONGEST_OPEN_MS);
    const closedMs = Math.max(retryAfterMs, openMs);
    if (closedMs === 0) return;
    closedUntil = Math.max(closedUntil, Date.now() + closedMs);
    await db.queryLossy(
      'update gates set busy_until = $2 where name = $1 and busy_until < $2',
      NAME,
      (Date.now() + closedMs) * 1_000 + burstUs,
    );
  }

  return {
    /** Waits until a call may be made. Rejects with `service-busy` when that takes longer. */
    async acquire(maxWaitMs: number): Promise<void> {
      const deadline = Date.now() + maxWaitMs;
      do {
        const startsAt = closedUntil > deadline ? closedUntil : await reserve(deadline);
        if (startsAt > deadline) throw busyUntil(startsAt);
        const waitMs = startsAt - Date.now();
        if (waitMs > 0) await pause(waitMs);
      } while (Date.now() < closedUntil);
    },

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
      const isOpen = row.failures >= FAILURES_TO_OPEN;
      const waitMs = startOf(row.busy_until + costUs) - Date.now();
      return { isOpen, closedSeconds: Math.max(waitMs, 0) / 1_000 };
    },
  };
}

function busyUntil(time: number): ProblemError {
  const seconds = Math.ceil((time - Date.now()) / 1_000);
  return new ProblemError('service-busy', { headers: { 'retry-after': String(seconds) } });
}
