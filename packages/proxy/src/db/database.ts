/** A value that both engines store alike: times are epoch milliseconds, objects are JSON text. */
export type Param = string | number | null;

/** Counter of the migrations that ran, and their statements. */
export interface Migration {
  readonly number: number;
  readonly statements: readonly string[];
}

/**
 * The little that we ask of a database, so that one SQL text serves SQLite and Postgres: `text` and
 * `bigint` columns, `$n` parameters, and one statement for each operation (`on conflict`,
 * `update … returning`), hence no transaction to hold open.
 *
 * Every method rejects with the problem `database-unavailable` when the database cannot be reached.
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  query<Row>(sql: string, ...params: Param[]): Promise<Row[]>;
  /**
   * The same, but what it wrote may be lost with the power (never with the process): for what is
   * found out again, and is written too often to wait for the disk each time.
   */
  queryLossy<Row>(sql: string, ...params: Param[]): Promise<Row[]>;
  /** Resolves when the database can be written to. */
  ping(): Promise<void>;
  /** Runs what has not run yet, once, also when two processes start together. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Tells every process that listens. A hint only: it may be lost. */
  notify(payload: string): Promise<void>;
  /** `onGap`: payloads may have been lost, look for yourself. */
  listen(onPayload: (payload: string) => void, onGap: () => void): Promise<void>;
  /** Takes what was deleted off the disk, as far as that is ours to do. */
  forgetDeleted(): Promise<void>;
  close(): Promise<void>;
}
