import type { Database, Param } from './database.ts';

/** So few at once that nobody waits long for it, and no statement runs into its time-out. */
const BATCH = 1_000;

/** Deletes the rows of a table that meet a condition; answers how many those were. */
export async function purgeRows(
  db: Database,
  { table, key, where }: { table: string; key: string; where: string },
  ...params: Param[]
): Promise<number> {
  let purged = 0;
  for (;;) {
    const rows = await db.query(
      `delete from ${table} where (${key}) in (
         select ${key} from ${table} where ${where} limit ${BATCH}) returning 1 as one`,
      ...params,
    );
    purged += rows.length;
    if (rows.length < BATCH) return purged;
    // SQLite works in this thread: whoever waits comes in between.
    await new Promise(setImmediate);
  }
}
