import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { wallClock } from '../shared/clock.ts';
import { createByteLimit } from '../shared/byte-limit.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { GroupCommit } from './group-commit.ts';
import {
  createScheduledEvents,
  type Database,
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
import { asProblem, READ, type RunStatement, statementsOf, toProblem } from './sqlite-dialect.ts';
import {
  assertSpace,
  copyDatabase,
  createPlaceCheck,
  createPrivately,
  FILE_REMOVED,
} from './sqlite-file.ts';

const MEMORY = ':memory:';
/** Writes that are larger are committed one by one: this thread waits for the disk meanwhile. */
const LARGE_BYTES = 512 * 1024;
/** A commit stores the time at most this often, and this much ahead. */
const STORE_TIME_EVERY_MS = 1_000;
const PRAGMAS =
  'pragma busy_timeout=2000; pragma locking_mode=exclusive; pragma journal_mode=wal; pragma synchronous=full; pragma secure_delete=on';

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
  const connection = asProblem(() => openConnection(file));
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
    if (READ.test(sql)) return asProblem(() => runStatement<Row>(sql, params));
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
      asProblem(() => {
        writes.commit();
        migrate(connection, migrations);
      }),
    sharedTime: async (atLeast) => asProblem(() => clock.read(atLeast)),
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
      asProblem(() => {
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
