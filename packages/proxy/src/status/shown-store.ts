import type { Database } from '../db/database.ts';
import { statementsOf } from '../db/statements-of.ts';

/** Whose forms are open in a browser, at any process. Times in epoch milliseconds. */
export interface ShownStore {
  /**
   * A form of each of these persons is open, until `until` at least. Whose forms were not is looked at
   * at `look_at` or earlier.
   */
  show(person_ids: readonly string[], now: number, until: number, look_at: number): Promise<void>;
  /** Of how many persons a form is open. */
  count(now: number): Promise<number>;
}

export function createShownStore(db: Database): ShownStore {
  return {
    async show(person_ids, now, until, look_at) {
      // Written again when half of the time is over, by one of all who know it.
      const worth = now + (until - now) / 2;
      for (const ids of statementsOf(person_ids))
        await db.queryLossy(
          `update watches set shown_until = $1,
             next_at = case when next_at > $2 and coalesce(shown_until, 0) <= $3
               then $2 else next_at end
           where next_at is not null and coalesce(shown_until, 0) < $4
             and person_id in (${ids.map((_, index) => `$${index + 5}`).join(', ')})`,
          until,
          look_at,
          now,
          worth,
          ...ids,
        );
    },

    async count(now) {
      const [row] = await db.query<{ persons: number }>(
        'select count(*) as persons from watches where shown_until > $1 and next_at is not null',
        now,
      );
      return row?.persons ?? 0;
    },
  };
}
