import pg from 'pg';
import { ProblemError } from '../problem-error.ts';
import type { Database, Migration, Param } from './database.ts';
import { PING } from './ping.ts';
import { openListener } from './postgres-listener.ts';

const CHANNEL = 'precandidate';
/** Any constant: it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 727_013;
const BIGINT_OID = 20;

/** Our `bigint`s are times and counters, far below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT_OID
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Postgres, for as many processes as wanted. */
export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    types,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', () => undefined);
  let listener: { close(): Promise<void> } | undefined;

  const query = async <Row>(sql: string, ...params: Param[]): Promise<Row[]> => {
    try {
      return (await pool.query(sql, params)).rows as Row[];
    } catch (error) {
      throw isUnavailable(error) ? new ProblemError('database-unavailable') : error;
    }
  };

  return {
    engine: 'postgres',
    query,
    async ping() {
      await query(PING);
    },
    migrate: (migrations) => migrate(pool, migrations),
    async notify(payload) {
      await query('select pg_notify($1, $2)', CHANNEL, payload);
    },
    async listen(onPayload, onGap) {
      listener = await openListener(url, CHANNEL, onPayload, onGap);
    },
    async close() {
      await listener?.close();
      await pool.end();
    },
  };
}

/** SQLSTATE classes 08 (connection), 53 (resources), 57P0x (shutdown); anything without one is the network. */
function isUnavailable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return error instanceof Error && /connect|timeout/i.test(error.message);
  return /^(08|53|57P0)/.test(code) || !/^[0-9A-Z]{5}$/.test(code);
}

async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('create table if not exists migrations(number bigint primary key)');
    const { rows } = await client.query<{ number: number }>('select number from migrations');
    const done = new Set(rows.map((row) => row.number));
    for (const { number, statements } of migrations.filter((one) => !done.has(one.number))) {
      for (const statement of statements) await client.query(statement);
      await client.query('insert into migrations(number) values($1)', [number]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
