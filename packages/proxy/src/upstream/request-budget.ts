import { setImmediate as atOnce, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { ProblemError } from '../plugins/problem-error.ts';

const NAME = 'upstream';
const FAILURES_TO_OPEN = 5;
const OPEN_STEP_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;

export interface RequestBudget {
  /**
   * Resolves when one request may be made. Rejects with `service-busy` when that would take longer
   * than `maxWaitMs`.
   */
  pass(maxWaitMs: number): Promise<void>;
  /**
   * Reports the outcome of a request. A failure with `retry_after_ms` blocks requests of all processes.
   * Never rejects: a response of the service must not be lost with our database.
   */
  report(outcome: 'ok' | 'failed', retry_after_ms: number): Promise<void>;
}

/** For operators. */
interface BudgetState {
  /** Whether the circuit breaker is open. */
  is_open: boolean;
  /** Seconds until the next request may be made. */
  closed_seconds: number;
}

/**
 * The request budget (`UPSTREAM_RPS`), the service's `Retry-After`, and a circuit breaker, in one row
 * that all processes share. The budget is a leaky bucket (GCRA): `busy_until` is the end of the
 * requests so far if they were evenly spaced; a second's worth may be made at once.
 */
export function createRequestBudget(
  gates: BudgetStore,
  per_second: number,
  onError: (error: unknown) => void,
): RequestBudget {
  const cost_ms = 1_000 / per_second;
  const room_ms = Math.max(1_000, Math.ceil(cost_ms));
  /** The row counts whole milliseconds; the fraction is added to the next request. */
  let owed_ms = 0;
  /** As last read from the row. */
  let failures = 0;

  async function note(outcome: 'ok' | 'failed', retry_after_ms: number): Promise<void> {
    if (outcome === 'ok') {
      if (failures > 0) await gates.succeed(NAME);
      failures = 0;
      return;
    }
    failures = await gates.fail(NAME);
    const open_ms =
      failures < FAILURES_TO_OPEN
        ? 0
        : Math.min((failures - FAILURES_TO_OPEN + 1) * OPEN_STEP_MS, LONGEST_OPEN_MS);
    const closed_ms = Math.max(retry_after_ms, open_ms);
    if (closed_ms > 0) await gates.close(NAME, Date.now() + closed_ms + room_ms);
  }

  /** How many of the `waiting` requests may be made now, or how long until one may. */
  async function take(waiting: number): Promise<{ calls: number; wait_ms: number }> {
    const now = Date.now();
    const wanted = Math.min(waiting, Math.floor((room_ms - owed_ms) / cost_ms));
    const due_ms = owed_ms + wanted * cost_ms;
    const whole_ms = Math.floor(due_ms);
    const { passed, busy_until, ...row } = await gates.pass(NAME, now, whole_ms, room_ms);
    failures = row.failures;
    if (passed) {
      owed_ms = due_ms - whole_ms;
      return { calls: wanted, wait_ms: 0 };
    }
    const room_left_ms = now + room_ms - Math.max(busy_until, now);
    const fitting = Math.floor((room_left_ms - owed_ms) / cost_ms);
    if (fitting >= 1 && fitting < wanted) return take(fitting);
    return { calls: 0, wait_ms: Math.max(Math.ceil(owed_ms + cost_ms - room_left_ms), 1) };
  }

  return {
    pass: createQueue(take, busy),
    report: (outcome, retry_after_ms) => note(outcome, retry_after_ms).catch(onError),
  };
}

export async function budgetState(
  gates: Pick<BudgetStore, 'find'>,
  per_second: number,
): Promise<BudgetState> {
  const { busy_until = 0, failures = 0 } = (await gates.find(NAME)) ?? {};
  const cost_ms = Math.ceil(1_000 / per_second);
  const wait_ms = busy_until + cost_ms - Math.max(1_000, cost_ms) - Date.now();
  return { is_open: failures >= FAILURES_TO_OPEN, closed_seconds: Math.max(wait_ms, 0) / 1_000 };
}

function busy(wait_ms: number): ProblemError {
  return new ProblemError('service-busy', {
    headers: { 'retry-after': String(Math.ceil(wait_ms / 1_000)) },
  });
}

/** A queued request. */
interface Waiting {
  maxWaitMs: number;
  /** Epoch milliseconds. */
  deadline: number;
  admit(): void;
  refuse(error: unknown): void;
}

/**
 * A queue with the longest `maxWaitMs` first: candidates before polls. Requests of the same tick are
 * passed together, so that `take` runs once for all of them: it returns how many may be made now, or in
 * how many milliseconds one may. A request that would wait too long is rejected with `tooLong`.
 */
function createQueue(
  take: (wanted: number) => Promise<{ calls: number; wait_ms: number }>,
  tooLong: (wait_ms: number) => Error,
): (maxWaitMs: number) => Promise<void> {
  const queue: Waiting[] = [];
  let isServing = false;
  /** No request before this time (epoch milliseconds). */
  let closed_until = 0;

  function enqueue(one: Waiting): void {
    const behind = queue.findLastIndex(({ maxWaitMs }) => maxWaitMs >= one.maxWaitMs);
    queue.splice(behind + 1, 0, one);
  }

  function rejectLate(): void {
    const refused = queue.filter(({ deadline }) => deadline < closed_until);
    if (refused.length === 0) return;
    queue.splice(0, Infinity, ...queue.filter(({ deadline }) => deadline >= closed_until));
    for (const { refuse } of refused) refuse(tooLong(closed_until - Date.now()));
  }

  async function serve(): Promise<void> {
    isServing = true;
    try {
      // Include requests of the same tick.
      await atOnce();
      while (queue.length > 0) await admitNext();
    } catch (error) {
      for (const { refuse } of queue.splice(0)) refuse(error);
    } finally {
      isServing = false;
    }
  }

  async function admitNext(): Promise<void> {
    const { calls, wait_ms } = await take(queue.length);
    for (const { admit } of queue.splice(0, calls)) admit();
    if (calls > 0) return;
    closed_until = Date.now() + wait_ms;
    rejectLate();
    if (queue.length > 0) await pause(wait_ms);
  }

  return (maxWaitMs) =>
    new Promise((admit, refuse) => {
      const now = Date.now();
      const deadline = now + maxWaitMs;
      if (deadline < closed_until) return refuse(tooLong(closed_until - now));
      enqueue({ maxWaitMs, deadline, admit, refuse });
      if (!isServing) void serve();
    });
}

/** The state that all processes share. */
interface BudgetRow {
  /** Until when the requests so far fill the budget, in whole epoch milliseconds. */
  busy_until: number;
  /** Failures in a row. */
  failures: number;
}

export interface BudgetStore {
  /**
   * Admits requests that cost `cost_ms` together if all of them fit: `busy_until` grows by that and
   * stays within `room_ms` of `now`. Resolves to whether it did, and to the row.
   */
  pass(
    name: string,
    now: number,
    cost_ms: number,
    room_ms: number,
  ): Promise<{ passed: boolean } & BudgetRow>;
  find(name: string): Promise<BudgetRow | undefined>;
  succeed(name: string): Promise<void>;
  /** Counts a failure; resolves to the number of failures in a row. */
  fail(name: string): Promise<number>;
  /** Admits no request before `until`. */
  close(name: string, until: number): Promise<void>;
}

export function createBudgetStore(db: Database): BudgetStore {
  const existing = new Set<string>();

  async function ensure(name: string): Promise<void> {
    if (existing.has(name)) return;
    await db.queryLossy(
      'insert into gates(name, busy_until, failures) values ($1, 0, 0) on conflict(name) do nothing',
      name,
    );
    existing.add(name);
  }

  return {
    async pass(name, now, cost_ms, room_ms) {
      await ensure(name);
      const [taken] = await db.queryLossy<BudgetRow>(
        `update gates set busy_until =
           case when busy_until > $2 then busy_until + $3 else cast($4 as bigint) end
         where name = $1 and busy_until <= $5
         returning busy_until, failures`,
        name,
        now,
        cost_ms,
        now + cost_ms,
        now + room_ms - cost_ms,
      );
      if (taken) return { passed: true, ...taken };
      const [row] = await db.queryLossy<BudgetRow>(
        'select busy_until, failures from gates where name = $1',
        name,
      );
      return { passed: false, ...(row ?? { busy_until: now, failures: 0 }) };
    },

    async find(name) {
      const [row] = await db.query<BudgetRow>(
        'select busy_until, failures from gates where name = $1',
        name,
      );
      return row;
    },

    async succeed(name) {
      await db.queryLossy('update gates set failures = 0 where name = $1 and failures > 0', name);
    },

    async fail(name) {
      const [row] = await db.queryLossy<BudgetRow>(
        'update gates set failures = failures + 1 where name = $1 returning *',
        name,
      );
      return row?.failures ?? 1;
    },

    async close(name, until) {
      await db.queryLossy(
        'update gates set busy_until = $2 where name = $1 and busy_until < $2',
        name,
        until,
      );
    },
  };
}
