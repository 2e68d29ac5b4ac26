import { join } from 'node:path';
import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
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

/** Opens and migrates the database; closes it after everything that uses it. */
export const database = fp(
  async (app: App) => {
    const db = await openDatabase(app.settings);
    app.decorate('db', db);
    const clock = await startClock(db.sharedTime, app.onBackgroundError);
    app.decorate('jobs', new Jobs(db, clock));
    app.decorate('clock', clock);
    app.decorate('databaseReady', () => assertUsable(db));
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

/** Postgres at `DATABASE_URL`, else the embedded database in `DATA_DIR`; its tables as they are. */
export function openUnmigrated({ DATABASE_URL, DATA_DIR }: DatabaseSettings): Database {
  if (DATABASE_URL) return openPostgres(DATABASE_URL);
  return openSqlite(DATA_DIR === ':memory:' ? DATA_DIR : join(DATA_DIR, FILE));
}

/** The same with its tables up to date. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const db = openUnmigrated(settings);
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
async function assertUsable(db: Database): Promise<void> {
  await db.ping();
  assertNotNewer(MIGRATIONS, await db.query<DoneMigration>(SELECT_MIGRATIONS));
}
