import { join } from 'node:path';
import fp from 'fastify-plugin';
import type { App } from '../http/app-type.ts';
import type { Database } from './database.ts';
import { Jobs } from './jobs.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';
import { type SharedClock, startClock } from '../shared/clock.ts';
import { assertNotNewer, type DoneMigration, MIGRATIONS, SELECT_MIGRATIONS } from './migrations.ts';

declare module 'fastify' {
  interface FastifyInstance {
    db: Database;
    jobs: Jobs;
    /** The database's clock. */
    clock: SharedClock;
    /** Rejects unless the database can be used by this version. */
    databaseReady(): Promise<void>;
  }
}

/** For operators. */
export const NOTIFICATIONS_MISSING =
  'notifications of the database do not arrive, so changes of other processes come seconds later: set pool_mode = session in PgBouncer, or connect DATABASE_URL to Postgres itself';

/** Opens and migrates the database; closes it after everything that uses it. */
export const database = fp(
  async (app: App) => {
    const db = await openDatabase(app.settings, (message) => app.log.warn(message));
    app.decorate('db', db);
    const [stored] = await db.query<{ latest: number }>('select latest from clock');
    const clock = await startClock(db.sharedTime, app.onBackgroundError, stored?.latest);
    const jobs = new Jobs(db, clock);
    app.decorate('jobs', jobs);
    app.decorate('clock', clock);
    app.decorate('databaseReady', () => assertUsable(db));
    app.addHook('onReady', () => jobs.start());
    app.addHook('onClose', async () => {
      clock.stop();
      await db.close();
    });
  },
  { name: 'database' },
);

const FILE = 'precandidate.db';

interface DatabaseSettings {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
}

/** The file of the embedded database; `undefined` with Postgres, and in memory. */
export function sqliteFileOf({ DATABASE_URL, DATA_DIR }: DatabaseSettings): string | undefined {
  return DATABASE_URL || DATA_DIR === ':memory:' ? undefined : join(DATA_DIR, FILE);
}

/**
 * Postgres at `DATABASE_URL`, else the embedded database in `DATA_DIR`; its tables as they are.
 *
 * @param warn - called with what an operator has to mend
 */
export function openUnmigrated(
  settings: DatabaseSettings,
  warn?: (message: string) => void,
): Database {
  const { DATABASE_URL, DATA_DIR } = settings;
  return DATABASE_URL
    ? openPostgres(DATABASE_URL, () => warn?.(NOTIFICATIONS_MISSING))
    : openSqlite(sqliteFileOf(settings) ?? DATA_DIR, warn);
}

/** The same with its tables up to date. */
export async function openDatabase(
  settings: DatabaseSettings,
  warn?: (message: string) => void,
): Promise<Database> {
  const db = openUnmigrated(settings, warn);
  try {
    await db.migrate();
    await assertUsable(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * Rejects unless the database can be written to, and has only the tables that this process knows: a
 * newer process may have upgraded it since this one started.
 */
export async function assertUsable(db: Database): Promise<void> {
  await db.ping();
  assertNotNewer(MIGRATIONS, await db.query<DoneMigration>(SELECT_MIGRATIONS));
}
