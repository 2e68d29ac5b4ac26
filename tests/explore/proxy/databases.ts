import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPgBouncer } from 'precandidate-testing/pgbouncer.ts';
import type { TestPostgres } from 'precandidate-testing/postgres.ts';
import type { Pooler } from './settings.ts';

/** `up → frozen → up`, and so on. */
type DatabaseState = 'up' | 'down' | 'frozen' | 'read-only' | 'full';

/** The database of one case. */
export interface CaseDatabase {
  settings: Record<string, string>;
  state: DatabaseState;
  /** Only Postgres changes; returns whether it did. */
  change(to: DatabaseState): Promise<boolean>;
  /** Connections begin with stricter isolation and timeouts than the proxy needs, also those that are open. */
  setStrictDefaults(): Promise<void>;
  /** Its clock is ahead by this much from now on. */
  setClock(ms: number): Promise<void>;
  close(): Promise<void>;
}

let databases = 0;

/** An empty database in `postgres`, behind a pooler if there is one, or in a folder of its own. */
export async function openCaseDatabase(
  postgres: TestPostgres | undefined,
  pooler: Pooler | undefined,
): Promise<CaseDatabase> {
  if (postgres === undefined) return sqliteDatabase();
  const database = await postgresDatabase(postgres);
  return pooler === undefined ? database : behindPooler(database, pooler);
}

async function behindPooler(database: CaseDatabase, pooler: Pooler): Promise<CaseDatabase> {
  const stops: (() => unknown)[] = [];
  const owner = { after: (stop: () => unknown) => void stops.unshift(stop) };
  const { DATABASE_URL: url = '' } = database.settings;
  database.settings = { DATABASE_URL: await startPgBouncer(owner, url, pooler) };
  const { close, setClock } = database;
  return Object.assign(database, {
    // Its connections to Postgres stay open while all processes are off.
    setClock: async (ms: number) => (await setClock(ms), query(url, END_CONNECTIONS)),
    async close() {
      await close();
      for (const stop of stops) await stop();
    },
  });
}

async function sqliteDatabase(): Promise<CaseDatabase> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'precandidate-explore-'));
  return {
    settings: { DATA_DIR },
    state: 'up',
    change: async () => false,
    setStrictDefaults: async () => undefined,
    // It has the clock of its process.
    setClock: async () => undefined,
    close: () => rm(DATA_DIR, { recursive: true, force: true }),
  };
}

async function postgresDatabase(postgres: TestPostgres): Promise<CaseDatabase> {
  const name = `explore_${++databases}`;
  await query(postgres.url, `create database ${name}`);
  const own = new URL(postgres.url);
  own.pathname = `/${name}`;
  const url = own.href;
  const self: CaseDatabase = {
    settings: { DATABASE_URL: url },
    state: 'up',

    async change(to) {
      if (to === self.state || (to !== 'up' && self.state !== 'up')) return false;
      const { state } = self;
      if (to === 'down') await postgres.down();
      if (to === 'frozen') await postgres.freeze();
      if (to === 'read-only') await setReadOnly(url, true);
      if (to === 'full') await query(url, ...FILL);
      if (to === 'up' && state === 'down') await postgres.up();
      if (to === 'up' && state === 'frozen') await postgres.thaw();
      if (to === 'up' && state === 'read-only') await setReadOnly(url, false);
      if (to === 'up' && state === 'full') await query(url, END_TRANSACTIONS, EMPTY);
      self.state = to;
      return true;
    },

    setStrictDefaults: () =>
      query(
        url,
        `alter database ${name} set default_transaction_isolation = 'serializable'`,
        `alter database ${name} set lock_timeout = '1ms'`,
        `alter database ${name} set idle_in_transaction_session_timeout = '5ms'`,
        END_CONNECTIONS,
      ),

    // A function of the same name that Postgres finds first. New tables go to the first schema of the path.
    setClock: (ms) =>
      query(
        url,
        `create or replace function public.clock_timestamp() returns timestamptz language sql
         as $$ select pg_catalog.clock_timestamp() + interval '${ms} ms' $$`,
        `alter database ${name} set search_path = public, pg_catalog`,
      ),

    close: async () => void (await self.change('up')),
  };
  return self;
}

/** Which of these texts a file of the embedded database contains. */
export function foundInFiles({ settings: { DATA_DIR } }: CaseDatabase, texts: string[]): string[] {
  if (DATA_DIR === undefined) return [];
  const files = readdirSync(DATA_DIR).map((name) => readFileSync(join(DATA_DIR, name)));
  return texts.filter((text) => files.some((file) => file.includes(text)));
}

/** From now on the database refuses every write, as a standby does, or accepts them again. */
async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await query(
    url,
    'set default_transaction_read_only = off',
    `alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    // The setting applies to new connections.
    END_CONNECTIONS,
  );
}

const END_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** A suspended process may hold a lock that the next statement waits for. */
const END_TRANSACTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`;

/** From now on the database refuses to add and change rows, as on a full disk. */
const FILL = [
  END_TRANSACTIONS,
  `create function public.disk_full() returns trigger language plpgsql as $$ begin
     raise exception 'No space left on device' using errcode = 'disk_full';
   end $$`,
  `do $$ declare name text; begin
     for name in select tablename from pg_tables where schemaname = 'public' loop
       execute format('create trigger disk_full before insert or update on public.%I
         for each row execute function public.disk_full()', name);
     end loop;
   end $$`,
];
const EMPTY = 'drop function public.disk_full() cascade';

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
