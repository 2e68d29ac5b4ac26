import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { wallClock } from '../shared/clock.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { columnParams, type Database, type Param, PING } from './database.ts';
import {
  CREATE_MIGRATIONS,
  type Migration,
  MIGRATIONS,
  pendingStatements,
  SELECT_MIGRATIONS,
} from './migrations.ts';

const MEMORY = ':memory:';
const SHARED_TIME = 'update clock set latest = max(latest, $1) returning latest';
const PRAGMAS =
  'pragma busy_timeout=2000; pragma locking_mode=exclusive; pragma journal_mode=wal; pragma synchronous=full; pragma secure_delete=on';

/**
 * The embedded database: one process, one file (or `:memory:`). WAL with `synchronous=FULL` survived
 * power loss in our measurements; `NORMAL` lost acknowledged rows. The exclusive lock keeps a second
 * process out, because neither would be notified of the other's changes. `secure_delete` overwrites
 * deleted data; `forgetDeleted` truncates the log, which contains it once more.
 */
export function openSqlite(file: string): Database {
  if (file !== MEMORY) mkdirSync(dirname(file), { recursive: true });
  const connection = run(() => openConnection(file));
  const prepared = new Map<string, StatementSync>();
  let waitsForDisk = true;

  /** For the next commits. One that waits also flushes earlier commits that did not. */
  function waitForDisk(wanted: boolean): void {
    if (wanted === waitsForDisk) return;
    connection.exec(`pragma synchronous=${wanted ? 'full' : 'normal'}`);
    waitsForDisk = wanted;
  }

  function prepare(sql: string): StatementSync {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = connection.prepare(toSqlite(sql));
      prepared.set(sql, statement);
    }
    return statement;
  }

  function runStatement<Row>(sql: string, params: readonly Param[]): Row[] {
    return prepare(sql).all(...columnParams(params)) as Row[];
  }

  async function query<Row>(sql: string, ...params: readonly Param[]): Promise<Row[]> {
    return run(() => {
      waitForDisk(true);
      return runStatement<Row>(sql, params);
    });
  }

  return {
    engine: 'sqlite',
    query,
    async queryLossy<Row>(sql: string, ...params: readonly Param[]) {
      return run(() => {
        waitForDisk(false);
        return runStatement<Row>(sql, params);
      });
    },
    async batch(statements) {
      return run(() => {
        waitForDisk(true);
        return inTransaction(connection, () => {
          const results: unknown[][] = [];
          for (const { sql, params, ifChanged } of statements)
            results.push(ifChanged && results[0]?.length === 0 ? [] : runStatement(sql, params));
          return results;
        });
      });
    },
    ping: () => query(PING),
    async migrate(migrations = MIGRATIONS) {
      run(() => migrate(connection, migrations));
    },
    // There is no other process.
    notify: () => Promise.resolve(),
    listen: () => Promise.resolve(),
    async sharedTime(atLeast) {
      const time = Math.max(wallClock.now(), atLeast);
      return run(() => {
        waitForDisk(false);
        const [row] = runStatement<{ latest: number }>(SHARED_TIME, [time]);
        return row?.latest ?? time;
      });
    },
    async forgetDeleted() {
      run(() => connection.exec('pragma wal_checkpoint(truncate)'));
    },
    async close() {
      connection.close();
    },
  };
}

function openConnection(file: string): DatabaseSync {
  const connection = new DatabaseSync(file);
  try {
    connection.exec(PRAGMAS);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Primary result codes of a database that cannot be used now: permission, busy, locked, read-only,
 * input or output, corrupt, full, cannot open, not a database.
 */
const UNAVAILABLE = new Set([3, 5, 6, 8, 10, 11, 13, 14, 26]);

function run<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && 'errstr' in error)) throw error;
    if (!UNAVAILABLE.has(Number(error.errcode) & 0xff)) throw error;
    throw new ProblemError('database-unavailable', { code: String(error.errstr) });
  }
}

/** SQLite numbers its parameters `?n` and has a single writer, hence no row locks to skip. */
function toSqlite(sql: string): string {
  return sql.replace(/\$(\d+)/g, '?$1').replaceAll('for update skip locked', '');
}

function inTransaction<Result>(connection: DatabaseSync, work: () => Result): Result {
  connection.exec('begin immediate');
  try {
    const result = work();
    connection.exec('commit');
    return result;
  } catch (error) {
    // Some errors, for example a full disk, have rolled back already.
    if (connection.isTransaction) connection.exec('rollback');
    throw error;
  }
}

function migrate(connection: DatabaseSync, migrations: readonly Migration[]): void {
  inTransaction(connection, () => {
    connection.exec(CREATE_MIGRATIONS);
    const rows = connection.prepare(SELECT_MIGRATIONS).all();
    for (const statement of pendingStatements(migrations, rows)) connection.exec(statement);
  });
}
