import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import { type Database, statementOf } from '../../db/database.ts';
import { assertEncoding } from '../../db/open-postgres.ts';
import {
  assertUsable,
  NOTIFICATIONS_MISSING,
  openUnmigrated,
  sqliteFileOf,
} from '../../db/plugin.ts';
import { ProblemError } from '../../shared/problem-error.ts';
import { originsOutside } from '../../submissions/channels/form-channel.ts';
import { reasonOf } from '../start-failure.ts';
import type { Finding, Findings } from './check-service.ts';

/**
 * Whether the database can be used.
 *
 * @param isRunning - whether the proxy runs on this machine; then it alone can open a SQLite file
 */
export async function* checkDatabase(
  settings: Settings,
  isRunning: () => Promise<boolean>,
): Findings {
  let db: Database;
  try {
    const file = sqliteFileOf(settings);
    if (file !== undefined && !existsSync(file)) return yield checkAbsentFile(file);
    db = openUnmigrated(settings);
  } catch (error) {
    const mayBeLocked = settings.DATABASE_URL === undefined && error instanceof ProblemError;
    yield mayBeLocked && (await isRunning())
      ? ['ok', 'database', 'sqlite is in use by the proxy that runs here']
      : ['✖', 'database', reasonOf(error)];
    return;
  }
  try {
    yield db.engine === 'sqlite' ? await checkSqlite(db) : await checkPostgres(db);
    const outside = await originsOutside(db, settings).catch(() => []);
    if (outside.length > 0) yield outsideFinding(outside.join(', '));
  } catch (error) {
    yield ['✖', 'database', reasonOf(error)];
  } finally {
    await db.close();
  }
}

/** Candidates of these forms cannot submit. */
export const outsideFinding = (where: string): Finding => [
  '✖',
  'forms',
  `a form_url leads to ${where}: if it is the service’s, add its host to FORM_HOSTS`,
];

/**
 * Opening would create the file, and it would belong to the user of this command, whose file the user of
 * the proxy may be unable to open.
 */
function checkAbsentFile(file: string): Finding {
  let folder = dirname(resolve(file));
  while (!existsSync(folder)) folder = dirname(folder);
  rmdirSync(mkdtempSync(join(folder, 'precandidate-check-')));
  return ['ok', 'database', 'sqlite: the proxy creates the file in DATA_DIR when it starts'];
}

async function checkSqlite(db: Database): Promise<Finding> {
  const tables = await db.query(`select name from sqlite_master where name = 'migrations'`);
  if (tables.length > 0) await assertUsable(db);
  return ['ok', 'database', 'sqlite works'];
}

interface Rights {
  can_create: boolean;
  is_read_only: boolean;
  has_tables: boolean;
  closed_tables: string | null;
  unsafe: string | null;
}

/** What the role may do, and the server's settings without which a commit may not survive. */
const RIGHTS = `select
  has_schema_privilege(current_schema(), 'create') as can_create,
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
  to_regclass('migrations') is not null as has_tables,
  (select string_agg(tablename, ', ' order by tablename) from pg_tables
   where schemaname = current_schema() and tablename in ('forms', 'deliveries', 'jobs', 'migrations')
     and not (has_table_privilege(format('%I.%I', schemaname, tablename), 'select')
       and has_table_privilege(format('%I.%I', schemaname, tablename), 'insert')
       and has_table_privilege(format('%I.%I', schemaname, tablename), 'update')
       and has_table_privilege(format('%I.%I', schemaname, tablename), 'delete'))) as closed_tables,
  (select string_agg(name, ' and ' order by name) from pg_settings
   where name in ('fsync', 'full_page_writes') and setting = 'off') as unsafe`;

/** The first listener finds out. */
async function receivesNotifications(db: Database): Promise<boolean> {
  const nothing = () => undefined;
  await db.listen('jobs', nothing, nothing);
  return !db.missesNotifications();
}

async function checkPostgres(db: Database): Promise<Finding> {
  await assertEncoding(db.query);
  // In a transaction, as the start has one: a pooler may refuse it.
  const [[rights] = []] = (await db.batch([statementOf(RIGHTS)])) as Rights[][];
  if (rights?.is_read_only)
    return ['✖', 'database', 'postgres is read-only: connect to the primary server'];
  if (!rights?.can_create)
    return ['✖', 'database', 'the role of DATABASE_URL may not create tables in its schema'];
  if (rights.closed_tables !== null)
    return ['✖', 'database', `the role of DATABASE_URL may not write to ${rights.closed_tables}`];
  if (rights.has_tables) await assertUsable(db);
  if (!(await receivesNotifications(db)))
    return ['?', 'database', `postgres works, but ${NOTIFICATIONS_MISSING}`];
  if (rights.unsafe === null) return ['ok', 'database', 'postgres works'];
  const risk = 'a power failure may lose acknowledged data';
  return ['?', 'database', `postgres works, but ${rights.unsafe} is off: ${risk}`];
}
