import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, statfs, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { wallClock } from '../shared/clock.ts';
import { createByteLimit } from '../shared/byte-limit.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { GroupCommit } from './group-commit.ts';
import {
  columnParams,
  createScheduledEvents,
  type Database,
  type Param,
  PING,
  type Statement,
  statementOf,
} from './database.ts';
import {
  CREATE_MIGRATIONS,
  type Migration,
  MIGRATIONS,
  pendingStatements,
  SELECT_MIGRATIONS,
} from './migrations.ts';

const MEMORY = ':memory:';
/** Writes that are larger are committed one by one: this thread waits for the disk meanwhile. */
const LARGE_BYTES = 512 * 1024;
/** A statement that writes nothing. */
const READ = /^\s*(select|pragma)\b/i;
/** A commit stores the time at most this often, and this much ahead. */
const STORE_TIME_EVERY_MS = 1_000;
const PRAGMAS =
  'pragma busy_timeout=2000; pragma locking_mode=exclusive; pragma journal_mode=wal; pragma synchronous=full; pragma secure_delete=on';
/** For operators. */
const FILE_REMOVED =
  'the database file was removed or replaced while the proxy runs: stop the proxy, put the file back, start it';

/**
 * The embedded database: one process, one file (or `:memory:`). WAL with `synchronous=FULL` survived
 * power loss in our measurements; `NORMAL` lost acknowledged rows. The exclusive lock keeps a second
 * process out, because neither would be notified of the other's changes. `secure_delete` overwrites
 * deleted data; `forgetDeleted` truncates the log, which contains it once more.
 *
 * Writes of the same moment are committed together, see `group-commit.ts`. Reads see writes that are
 * not committed yet.
 *
 * @param warn - called with what an operator has to mend
 */
export function openSqlite(
  file: string,
  warn: (message: string) => void = () => undefined,
): Database {
  if (file !== MEMORY) createPrivately(file);
  const connection = run(() => openConnection(file));
  const runStatement = statementsOf(connection);
  const clock = createStoredClock(connection);
  const isInPlace = file === MEMORY ? () => true : createPlaceCheck(file, warn);

  function assertInPlace(shown: { detail?: string } = {}): void {
    if (!isInPlace())
      throw new ProblemError('database-unavailable', { code: FILE_REMOVED, ...shown });
  }

  const writes = new GroupCommit(connection, {
    isImmediate: file === MEMORY,
    assertWritable: () => assertInPlace(),
    beforeCommit: clock.beforeCommit,
  });

  /** Resolves after the commit if it is durable. */
  const write = <Result>(work: () => Result, isDurable = true): Promise<Result> =>
    writes.run(work, { isDurable }).catch((error: unknown) => {
      throw toProblem(error);
    });

  const batch = createBatch(write, runStatement);
  const { onScheduled, afterCommit } = createScheduledEvents();

  async function query<Row>(statement: Statement | string): Promise<Row[]> {
    const { sql, params } = statementOf(statement);
    if (READ.test(sql)) return run(() => runStatement<Row>(sql, params));
    return write(() => runStatement<Row>(sql, params));
  }

  return {
    engine: 'sqlite',
    query,
    queryLossy: <Row>(statement: Statement | string) => {
      const { sql, params } = statementOf(statement);
      return write(() => runStatement<Row>(sql, params), false);
    },
    // It has one writer: transactions need no locks.
    async batch(statements) {
      const results = await batch(statements);
      afterCommit(statements, results);
      return results;
    },
    onScheduled,
    async ping() {
      assertInPlace({ detail: FILE_REMOVED });
      if (file !== MEMORY) await assertSpace(dirname(file));
      return query(PING);
    },
    migrate: async (migrations = MIGRATIONS) =>
      run(() => {
        writes.commit();
        migrate(connection, migrations);
      }),
    sharedTime: async (atLeast) => run(() => clock.read(atLeast)),
    // There is no other process.
    notify: () => Promise.resolve(),
    listen: () => Promise.resolve(),
    missesNotifications: () => false,
    ...(file !== MEMORY && {
      backup: () =>
        writes
          .holdWhile(() => copyDatabase(connection, file))
          .catch((error: unknown) => {
            throw toProblem(error);
          }),
    }),
    forgetDeleted: async () =>
      run(() => {
        writes.commit();
        connection.exec('pragma wal_checkpoint(truncate)');
      }),
    async close() {
      try {
        writes.commit();
        clock.storeNow();
      } catch {
        // The callers that wait for the commit get the error.
      } finally {
        connection.close();
      }
    },
  };
}

const bytesOf = (statements: readonly Statement[]): number =>
  statements
    .flatMap(({ params }) => params)
    .reduce<number>((sum, param) => sum + (Buffer.isBuffer(param) ? param.length : 0), 0);

/** Batches, of which large ones wait for each other, and let other work run before the next one. */
function createBatch(
  write: (work: () => unknown[][]) => Promise<unknown[][]>,
  runStatement: RunStatement,
): Database['batch'] {
  const limitLarge = createByteLimit(LARGE_BYTES);
  return (statements) => {
    const runAll = () => runBatch(statements, runStatement);
    const bytes = bytesOf(statements);
    if (bytes < LARGE_BYTES) return write(runAll);
    return limitLarge(bytes, async () => {
      const results = await write(runAll);
      await nextTurn();
      return results;
    });
  };
}

function runBatch(statements: readonly Statement[], runStatement: RunStatement): unknown[][] {
  const results: unknown[][] = [];
  for (const { sql, params, ifChanged } of statements)
    results.push(ifChanged && results[0]?.length === 0 ? [] : runStatement(sql, params));
  return results;
}

type RunStatement = <Row>(sql: string, params: readonly Param[]) => Row[];

/** Runs statements, each prepared once. */
function statementsOf(connection: DatabaseSync): RunStatement {
  const prepared = new Map<string, StatementSync>();
  return <Row>(sql: string, params: readonly Param[]) => {
    const statement = prepared.get(sql) ?? connection.prepare(toSqlite(sql));
    prepared.set(sql, statement);
    return statement.all(...columnParams(params)) as Row[];
  };
}

/**
 * The machine's clock, which may be set back between two starts. So commits store the time, slightly
 * ahead: no time that this process has stored in the file, or put in a token that it committed something
 * for, is later than the stored one. Reading the time writes nothing.
 */
function createStoredClock(connection: DatabaseSync) {
  /** What `clock` contains; `undefined` before the first read, when the tables may be missing. */
  let stored: number | undefined;
  /** The latest time that was read, and when. */
  let last = { time: 0, at: 0 };

  const now = () => Math.ceil(last.time + performance.now() - last.at);

  function store(time: number): void {
    connection.prepare('update clock set latest = ?').run(time);
    stored = time;
  }

  return {
    read(atLeast: number): number {
      stored ??= Number(connection.prepare('select latest from clock').get()?.['latest'] ?? 0);
      const before = last.time || stored;
      last = { time: Math.max(wallClock.now(), atLeast, before), at: performance.now() };
      return last.time;
    },

    /** Part of every commit. */
    beforeCommit(): void {
      if (stored !== undefined && now() >= stored) store(now() + STORE_TIME_EVERY_MS);
    },

    /** At the end: the next start continues from here, not from ahead. */
    storeNow(): void {
      if (stored !== undefined) store(now());
    },
  };
}

/**
 * Only this user may read the data. SQLite gives its other files the mode of the first one. A folder with
 * something else in it is the operator's to protect.
 */
function createPrivately(file: string): void {
  const folder = dirname(file);
  createFolder(folder);
  if (readdirSync(folder).every((name) => name.startsWith(basename(file))))
    chmodSync(folder, 0o700);
  removeCopy(file);
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** Without `recursive`, which never returns where a folder exists and takes no other, as below `/proc`. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder);
}

/**
 * SQLite goes on in files that no path leads to any more, and what it commits there is gone after the
 * end of the process. The log too: a copy over the database keeps the identity of its file.
 */
function createPlaceCheck(file: string, warn: (message: string) => void): () => boolean {
  const opened = [file, `${file}-wal`].map((path) => ({ path, identity: identityOf(path) }));
  let hasWarned = false;
  return () => {
    if (opened.every(({ path, identity }) => identityOf(path) === identity)) return true;
    if (!hasWarned) warn(FILE_REMOVED);
    hasWarned = true;
    return false;
  };
}

function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** With less, a small write may still fit into the log, and the next one not. */
const MIN_FREE_BYTES = 1024 * 1024;

async function assertSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new ProblemError('database-unavailable', { code: 'disk is full' });
}

function openConnection(file: string): DatabaseSync {
  const connection = new DatabaseSync(file);
  try {
    connection.exec(PRAGMAS);
    // Creates the log, whose place is checked too.
    connection.exec('begin immediate; rollback');
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
    throw toProblem(error);
  }
}

function toProblem(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && 'errstr' in error)) return error;
  if (!UNAVAILABLE.has(Number(error.errcode) & 0xff)) return error;
  return new ProblemError('database-unavailable', { code: String(error.errstr) });
}

/** SQLite has another name for lists, and a single writer, hence no row locks. */
function toSqlite(sql: string): string {
  return sql
    .replace(/\$(\d+)/g, '?$1')
    .replace(/json_array_elements(_text)?/g, 'json_each')
    .replace(/for (update skip locked|key share)/g, '');
}

function migrate(connection: DatabaseSync, migrations: readonly Migration[]): void {
  connection.exec('begin immediate');
  try {
    connection.exec(CREATE_MIGRATIONS);
    const rows = connection.prepare(SELECT_MIGRATIONS).all();
    for (const statement of pendingStatements(migrations, rows)) connection.exec(statement);
    connection.exec('commit');
  } catch (error) {
    // Some errors, for example a full disk, have rolled back already.
    if (connection.isTransaction) connection.exec('rollback');
    throw error;
  }
}

/** 4 MB: other statements wait for one step at most. */
const PAGES_PER_STEP = 1_000;

/** Where a copy is while it is made. A crash leaves it behind. */
const copyOf = (file: string): string => `${file}-backup`;

/**
 * Copies a database that is in use, with SQLite's online backup. No transaction may write meanwhile.
 * The copy has no name any more when this resolves: it is gone once the handle is closed.
 */
async function copyDatabase(connection: DatabaseSync, file: string): Promise<FileHandle> {
  const copy = copyOf(file);
  closeSync(openSync(copy, 'w', 0o600));
  try {
    await backup(connection, copy, { rate: PAGES_PER_STEP });
    return await open(copy);
  } finally {
    removeCopy(file);
  }
}

function removeCopy(file: string): void {
  for (const path of [copyOf(file), `${copyOf(file)}-journal`]) rmSync(path, { force: true });
}
