import type { Database, Statement } from '../db/database.ts';
import { RECONCILIATION } from '../webhooks/person-store.ts';
import { type Jump, JUMP_MS } from '../shared/clock.ts';
import { PENDING_STATES } from '../submissions/store.ts';

const pendingStates = PENDING_STATES.map((state) => `'${state}'`).join(', ');

/** Columns that decide how long something pending goes on: `$1` is added to them. `$2` is the time before the jump. */
const PENDING: readonly string[] = [
  `deliveries set pending_since = pending_since + $1 where state = 'pending' and pending_since <= $2`,
  `forms set touched_at = touched_at + $1 where state in (${pendingStates}) and touched_at <= $2`,
  `polled_persons set until_at = until_at + $1 where until_at >= $2`,
  `persons set created_at = created_at + $1 where created_at <= $2
    and person_id in (select key from jobs where queue = '${RECONCILIATION}')`,
];

/**
 * After a jump of the clock, nothing pending has waited for longer: events are not purged unsent, and persons
 * are polled on. One process alone does it.
 */
export async function keepPending(db: Database, { gapMs, time }: Jump): Promise<void> {
  const claim: Statement = {
    sql: 'update clock set jumped_at = $1 where jumped_at < $2 returning jumped_at',
    params: [time, time - JUMP_MS],
  };
  const extend = PENDING.map((change): Statement => ({
    sql: `update ${change}`,
    params: [gapMs, time - gapMs],
    ifChanged: true,
  }));
  await db.batch([claim, ...extend]);
}
