import type { Database } from '../db/database.ts';
import { listed, sql } from '../db/sql.ts';
import { type Jump, JUMP_MS } from '../shared/clock.ts';
import { PENDING_STATES } from '../forms/form-store.ts';

/**
 * After a jump of the clock, nothing pending has waited for longer: events are not purged unsent, and persons
 * are polled on. One process alone does it.
 */
export async function keepPending(db: Database, { gapMs, time }: Jump): Promise<void> {
  const before = time - gapMs;
  const claim = sql`update clock set jumped_at = ${time} where jumped_at < ${time - JUMP_MS}
    returning jumped_at`;
  // The columns that decide how long something pending goes on.
  const extend = [
    sql`update deliveries set pending_since = pending_since + ${gapMs}
      where state = 'pending' and pending_since <= ${before}`,
    sql`update forms set touched_at = touched_at + ${gapMs}
      where state in ${listed(PENDING_STATES)} and touched_at <= ${before}`,
    sql`update polled_persons set until_at = until_at + ${gapMs} where until_at >= ${before}`,
    sql`update persons set created_at = created_at + ${gapMs} where created_at <= ${before}
      and person_id in (select key from jobs where queue = 'reconciliation')`,
  ];
  await db.batch([claim, ...extend.map((statement) => ({ ...statement, ifChanged: true }))]);
}
