import type { FileHandle } from 'node:fs/promises';
import type { Migration } from './migrations.ts';

/**
 * A value that both engines store alike. Times are epoch milliseconds, objects are JSON text. Bytes
 * are UTF-8 for a `cast(… as text)`: large texts need no string then. A list, also one of lists, is for
 * `listOf` or `json_array_elements(…)`.
 */
export type Param = string | number | null | Buffer | readonly Param[];
/** What a column or a plain placeholder takes. */
type ColumnParam = string | number | null | Buffer;

export interface Statement {
  sql: string;
  params: readonly Param[];
  /** Runs only if the first statement of its batch returned a row. */
  ifChanged?: boolean;
  /** The jobs that it schedules: see {@link Database.onScheduled}. */
  schedules?: ScheduledJobs;
}

/** New jobs of a queue, due at `dueAt` (epoch milliseconds) or earlier. */
export interface ScheduledJobs {
  queue: string;
  dueAt: number;
}

/** The media type of {@link Database.backup}, a SQLite file. */
export const BACKUP_TYPE = 'application/vnd.sqlite3';

/** What processes on one database notify each other of. */
export const TOPICS = ['forms', 'jobs'] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * A small interface so that one SQL text, written with `sql` of `sql-template.ts`, serves SQLite and Postgres:
 * `text` and `bigint` columns. Fractions are rounded, because every number column is an integer.
 *
 * Every method rejects with the problem `database-unavailable` when the database cannot be reached.
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  /** What it wrote is durable once it resolves. */
  query<Row>(statement: Statement | string): Promise<Row[]>;
  /**
   * The same, but a crash or a power failure may undo what it wrote in the last second. For data that is
   * written too often to wait for the disk each time, and whose loss costs only repeated work.
   */
  queryLossy<Row>(statement: Statement | string): Promise<Row[]>;
  /**
   * Runs the statements in one transaction and returns the rows of each.
   *
   * @param locks - transactions that name the same text run one after the other
   */
  batch(statements: readonly Statement[], locks?: readonly string[]): Promise<unknown[][]>;
  /** Resolves when the database can be written to. */
  ping(): Promise<unknown>;
  /**
   * Runs each migration once, also when two processes start together. Rejects when the database has
   * one that is not among them.
   */
  migrate(migrations?: readonly Migration[]): Promise<void>;
  /**
   * The time that all processes on this database share, in epoch milliseconds: the database's clock,
   * or `atLeast` when that is later. Never earlier than what it returned before, to any process.
   */
  sharedTime(atLeast: number): Promise<number>;
  /** Calls `listener` after the commit of each batch that schedules jobs. */
  onScheduled(listener: (scheduled: ScheduledJobs) => void): void;
  /** Sends a hint to every process that listens. It may be lost. */
  notify(topic: Topic, payload: string): Promise<void>;
  /** `onGap`: payloads may have been lost, so read again what you need. */
  listen(topic: Topic, onPayload: (payload: string) => void, onGap: () => void): Promise<void>;
  /** Whether the notifications of other processes do not arrive: read again often what you need. */
  missesNotifications(): boolean;
  /** A copy of the database while it is in use; writes wait for it. Absent where the database is no file. */
  backup?(): Promise<FileHandle>;
  /** Removes deleted data from the disk, where the database does not do so itself. */
  forgetDeleted(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The parameters as the columns take them: Postgres refuses half a millisecond in a `bigint` and a
 * NUL in a `text`, which becomes U+FFFD. Throws for a number that no integer column can hold.
 */
export function columnParams(params: readonly Param[]): ColumnParam[] {
  return params.map((param) => {
    const value = columnValue(param);
    return isList(value) ? JSON.stringify(value) : value;
  });
}

function columnValue(param: Param): Param {
  if (isList(param)) return param.map(columnValue);
  if (typeof param === 'string') return param.replaceAll('\0', '\ufffd');
  if (typeof param !== 'number') return param;
  const integer = Math.round(param);
  if (!Number.isSafeInteger(integer)) throw new RangeError(`not an integer: ${param}`);
  return integer;
}

const isList = (param: Param): param is readonly Param[] => Array.isArray(param);

/** A write that changes nothing: a read would not notice a full disk or a read-only file. */
export const PING = 'update migrations set number = number where number = 1';

/** The statement of a plain text, which has no parameters. */
export const statementOf = (statement: Statement | string): Statement =>
  typeof statement === 'string' ? { sql: statement, params: [] } : statement;

/**
 * Runs a statement that changes at most one row, and the others in the same transaction if it did.
 * Returns that row.
 *
 * @param locks - see {@link Database.batch}
 */
export async function changeRow<Row>(
  db: Database,
  change: Statement,
  others: readonly Statement[] = [],
  locks: readonly string[] = [],
): Promise<Row | undefined> {
  // Without a transaction where none is needed: it takes two more round trips.
  if (others.length === 0 && locks.length === 0) return (await db.query<Row>(change))[0];
  const statements = [change, ...others.map((one) => ({ ...one, ifChanged: true }))];
  const [changed] = await db.batch(statements, locks);
  return changed?.[0] as Row | undefined;
}

/** Tells listeners what the statements of a committed batch have scheduled. */
export function createScheduledEvents() {
  const listeners = new Set<(scheduled: ScheduledJobs) => void>();
  return {
    onScheduled: (listener: (scheduled: ScheduledJobs) => void) => void listeners.add(listener),

    /** @param results - the rows of each statement */
    afterCommit(statements: readonly Statement[], results: readonly unknown[][]): void {
      const isChanged = results[0]?.length !== 0;
      for (const { schedules, ifChanged } of statements)
        if (schedules && (isChanged || !ifChanged))
          for (const listener of listeners) listener(schedules);
    },
  };
}
