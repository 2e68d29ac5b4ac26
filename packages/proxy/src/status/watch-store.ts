import type { Database } from '../db/database.ts';
import { purgeRows } from '../db/purge-rows.ts';
import { statementsOf } from '../db/statements-of.ts';

/** A person whose precandidates are looked at again. Times in epoch milliseconds. */
export interface WatchRow {
  person_id: string;
  /** How many looks in a row found nothing new. */
  step: number;
  until_at: number;
  /** Until when the row is claimed. */
  next_at: number;
  /** Until when somebody has one of the person's forms open, as far as it is known; `null`: nobody had. */
  shown_until: number | null;
  /** The revisions of the person's forms, added up: it differs once any of them has changed. */
  revisions: number;
}

/** What a look ends with. */
export interface EndedLook {
  claimed: Pick<WatchRow, 'person_id' | 'next_at'>;
  step: number;
  /** `null`: never again. */
  next_at: number | null;
}

export interface WatchStore {
  /** Watches until `until_at` at least, looking first at `next_at` or earlier. */
  watch(person_id: string, next_at: number, until_at: number): Promise<void>;
  /** Something may have changed: look before all others that are due, and often again. */
  hasten(person_id: string): Promise<void>;
  /** Up to `limit` persons that are due, taken until `lease_until`. */
  claimDue(now: number, lease_until: number, limit: number): Promise<WatchRow[]>;
  /** Holds a claim longer, unless it is over or somebody wants a look sooner by now. */
  extend(claimed: WatchRow, lease_until: number): Promise<void>;
  /** Ends claims, but not where somebody wants a look sooner by now. */
  reschedule(ended: readonly EndedLook[]): Promise<void>;
  nextDue(): Promise<number | undefined>;
  countWatched(): Promise<number>;
  /** Those that ended before. */
  purge(before: number): Promise<number>;
}

/** Where the budget is short, many are overdue, and the longest overdue goes first. */
const BEFORE_ALL = 0;
/** Each look at a page would else write the end of its watch anew. */
const WORTH_A_WRITE_MS = 60 * 60_000;

export function createWatchStore(db: Database): WatchStore {
  const run = async (sql: string, ...params: (string | number | null)[]) => {
    await db.query(sql, ...params);
  };
  /** When to look is found out again: whoever is watched at all is what must not be lost. */
  const runLossy = async (sql: string, ...params: (string | number | null)[]) => {
    await db.queryLossy(sql, ...params);
  };

  return {
    watch: (person_id, next_at, until_at) =>
      run(
        `insert into watches(person_id, next_at, step, until_at) values ($1, $2, 0, $3)
         on conflict(person_id) do update set
           until_at = case when watches.until_at > excluded.until_at
             then watches.until_at else excluded.until_at end,
           step = case when watches.next_at is null then 0 else watches.step end,
           next_at = case when watches.next_at is null or watches.next_at > excluded.next_at
             then excluded.next_at else watches.next_at end
         where watches.next_at is null or watches.next_at > excluded.next_at
           or watches.until_at < $4`,
        person_id,
        next_at,
        until_at,
        until_at - WORTH_A_WRITE_MS,
      ),

    hasten: (person_id) =>
      runLossy(
        'update watches set step = 0, next_at = $2 where person_id = $1',
        person_id,
        BEFORE_ALL,
      ),

    claimDue: (now, lease_until, limit) =>
      db.queryLossy(
        `update watches set next_at = $2
         where person_id in (
             select person_id from watches
             where next_at <= $1 order by next_at limit $3 for update skip locked)
           and next_at <= $1
         returning person_id, step, until_at, next_at, shown_until,
           (select cast(coalesce(sum(revision), 0) as bigint) from precandidates
            where precandidates.person_id = watches.person_id) as revisions`,
        now,
        lease_until,
        limit,
      ),

    async extend(claimed, lease_until) {
      const [row] = await db.queryLossy(
        'update watches set next_at = $2 where person_id = $1 and next_at = $3 returning next_at',
        claimed.person_id,
        lease_until,
        claimed.next_at,
      );
      if (row !== undefined) claimed.next_at = lease_until;
    },

    async reschedule(ended) {
      for (const rows of statementsOf(ended)) {
        const values = rows.map((_, row) => placesOf(row, row === 0 ? TYPES : ['', '', '', '']));
        await runLossy(
          `update watches set step = ended.column2, next_at = ended.column3
           from (values ${values.join(', ')}) as ended
           where watches.person_id = ended.column1 and watches.next_at = ended.column4`,
          ...rows.flatMap(({ claimed, step, next_at }) => [
            claimed.person_id,
            step,
            next_at,
            claimed.next_at,
          ]),
        );
      }
    },

    async nextDue() {
      const [row] = await db.query<{ due: number | null }>(
        'select min(next_at) as due from watches',
      );
      return row?.due ?? undefined;
    },

    async countWatched() {
      const [row] = await db.query<{ persons: number }>(
        'select count(*) as persons from watches where next_at is not null',
      );
      return row?.persons ?? 0;
    },

    purge: (before) =>
      purgeRows(
        db,
        { table: 'watches', key: 'person_id', where: 'next_at is null and until_at < $1' },
        before,
      ),
  };
}

/** Of a row of `values`; those of the first row name the types of all. */
const TYPES = ['text', 'bigint', 'bigint', 'bigint'];

function placesOf(row: number, types: readonly string[]): string {
  const places = types.map((type, column) => {
    const place = `$${row * types.length + column + 1}`;
    return type === '' ? place : `cast(${place} as ${type})`;
  });
  return `(${places.join(', ')})`;
}
