import { after, before, describe } from 'node:test';
import pg from 'pg';
import type { Database } from '../src/db/database.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { newFolder, type Owner } from 'precandidate-testing/resources.ts';

/** Postgres for tests; absent where none can be had. */
export const POSTGRES = process.env['TEST_DATABASE_URL'];

let databases = 0;

/** Creates a database of its own in {@link POSTGRES}; resolves to its address. */
export async function emptyDatabase(): Promise<string> {
  const name = `proxy_${process.pid}_${++databases}`;
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
  await client.end();
  const own = new URL(POSTGRES ?? '');
  own.pathname = `/${name}`;
  return own.href;
}

/** By the engine's name: settings of a proxy with an empty database that outlives its process. */
export const ENGINES: Readonly<Record<string, (t: Owner) => Promise<Record<string, string>>>> = {
  sqlite: async (t) => ({ DATA_DIR: await newFolder(t) }),
  ...(POSTGRES !== undefined && {
    postgres: async () => ({ DATABASE_URL: await emptyDatabase() }),
  }),
};

/** One suite, each engine: the SQL text is the same. */
export function onBothEngines(suite: (database: () => Database) => void): void {
  run('sqlite', async () => openSqlite(':memory:'));
  if (POSTGRES !== undefined) run('postgres', async () => openPostgres(await emptyDatabase()));

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
