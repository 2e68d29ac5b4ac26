import type { Database } from '../db/database.ts';

/** The state of a gate that all processes share. */
interface BudgetRow {
  /** Until when the calls let through so far fill the budget (epoch milliseconds, fractions kept out). */
  busy_until: number;
  /** Failures in a row. */
  failures: number;
}

export interface BudgetStore {
  /**
   * Lets calls through that cost `cost_ms` together, when the gate has room for all of them:
   * `busy_until` grows by that and stays within `room_ms` of `now`. Answers whether it did, and the row.
   */
  pass(
    name: string,
    now: number,
    cost_ms: number,
    room_ms: number,
  ): Promise<{ passed: boolean } & BudgetRow>;
  find(name: string): Promise<BudgetRow | undefined>;
  succeed(name: string): Promise<void>;
  /** Counts a failure and answers how many came in a row. */
  fail(name: string): Promise<number>;
  /** Nobody passes before `until`. */
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
