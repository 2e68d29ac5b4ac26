import { after, before, describe } from 'node:test';
import pg from 'pg';
import type { Database } from '../src/db/database.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { startNetwork } from 'precandidate-testing/network.ts';
import { newFolder, type Owner } from 'precandidate-testing/resources.ts';

/** Postgres for tests; absent where none can be had. */
export const POSTGRES = process.env['TEST_DATABASE_URL'];

let databases = 0;

/** Creates a database of its own in {@link POSTGRES}, with these defaults; resolves to its address. */
export async function emptyDatabase(...defaults: string[]): Promise<string> {
  const name = `proxy_${process.pid}_${++databases}`;
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
  for (const setting of defaults) await client.query(`alter database ${name} set ${setting}`);
  await client.end();
  const own = new URL(POSTGRES ?? '');
  own.pathname = `/${name}`;
  return own.href;
}

/** The same over TCP, through a network that the test can cut: the address that leads there. */
export async function databaseBehindNetwork(t: Owner) {
  const direct = await emptyDatabase();
  const { pathname, searchParams, username } = new URL(direct);
  const path = `${searchParams.get('host')}/.s.PGSQL.5432`;
  const network = await startNetwork(() => ({ path }));
  t.after(() => network.close());
  const { port } = new URL(network.url);
  return { direct, network, url: `postgresql://${username}@127.0.0.1:${port}${pathname}` };
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
