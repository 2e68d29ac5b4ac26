import { after, before, describe } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { emptyDatabase } from './empty-database.ts';

/** Postgres for tests; absent where none can be had. */
export const POSTGRES = process.env['TEST_DATABASE_URL'];

let databases = 0;

/** Settings of a proxy with an empty database, by the engine's name. */
export const ENGINES: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  sqlite: async () => ({ DATA_DIR: ':memory:' }),
  ...(POSTGRES !== undefined && {
    postgres: async () => ({ DATABASE_URL: await emptyDatabase(POSTGRES, `run${++databases}`) }),
  }),
};

/** One suite, each engine: the SQL text is the same. */
export function onBothEngines(name: string, suite: (database: () => Database) => void): void {
  run('sqlite', async () => openSqlite(':memory:'));
  if (POSTGRES !== undefined)
    run('postgres', async () => openPostgres(await emptyDatabase(POSTGRES, name)));

  function run(engine: string, open: () => Promise<Database>): void {
    describe(engine, () => {
      let db: Database;
      before(async () => {
        db = await open();
        await db.migrate();
      });
      after(() => db.close());
      suite(() => db);
    });
  }
}
