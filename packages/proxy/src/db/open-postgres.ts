import { hash } from 'node:crypto';
import pg from 'pg';
import { ProblemError } from '../shared/problem-error.ts';
import {
  columnParams,
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
import { sql } from './sql-template.ts';
import { asProblem, connectionTo, setSession, withoutConflict } from './postgres-connection.ts';
import { channelOf, type Listener, openListener } from './postgres-listener.ts';

/** Any constant: it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 727_013;
/** Longer than workers sleep: an idle process does not connect again each time. */
const IDLE_TIMEOUT_MS = 2 * 60_000;
/** For a server that does not respond at all and so cannot enforce its own timeouts. */
const ANSWER_TIMEOUT_MS = 12_000;

/**
 * Postgres, for any number of processes.
 *
 * @param onNotificationsMissing - called when notifications of other processes do not arrive
 */
export function openPostgres(
  url: string,
  onNotificationsMissing: () => void = () => undefined,
): Database {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: 8,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    onConnect: setSession,
  });
  // Without listeners, a connection that breaks would end the process: an idle one, or one in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const { onScheduled, afterCommit } = createScheduledEvents();
  let listening: Promise<Listener> | undefined;
  let listener: Listener | undefined;

  const query = <Row>(statement: Statement | string): Promise<Row[]> =>
    asProblem(async () => {
      const { sql: text, params } = statementOf(statement);
      const run = () => pool.query(text, columnParams(params));
      return (await withoutConflict(run)).rows as Row[];
    });

  const notify = (channel: string, payload: string) =>
    query(sql`select pg_notify(${channel}, ${payload})`);

  return {
    engine: 'postgres',
    query,
    // The server waits for the disk, which does not block this process.
    queryLossy: query,
    async batch(statements, locks = []) {
      const results = await asProblem(() => withoutConflict(() => batch(pool, statements, locks)));
      afterCommit(statements, results);
      return results;
    },
    onScheduled,
    ping: () => query(PING),
    migrate: (migrations = MIGRATIONS) => asProblem(() => migrate(url, migrations)),
    async sharedTime(atLeast) {
      const [row] = await query<{ latest: number }>(
        sql`update clock set latest = greatest(latest, ${atLeast},
          cast(extract(epoch from clock_timestamp()) * 1000 as bigint)) returning latest`,
      );
      return row?.latest ?? atLeast;
    },
    notify: async (topic, payload) => void (await notify(channelOf(topic), payload)),
    async listen(topic, onPayload, onGap) {
      listening ??= openListener({ url, notify, onNotificationsMissing });
      listener = await listening;
      listener.add({ topic, onPayload, onGap });
    },
    missesNotifications: () => listener?.missesNotifications() ?? false,
    // Autovacuum does this.
    forgetDeleted: () => Promise.resolve(),
    async close() {
      await (await listening)?.close();
      await pool.end();
    },
  };
}

async function batch(
  pool: pg.Pool,
  statements: readonly Statement[],
  locks: readonly string[],
): Promise<unknown[][]> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level read committed');
    // In one order: two transactions with the same locks do not wait for each other.
    for (const lock of locks.toSorted())
      await client.query('select pg_advisory_xact_lock($1)', [lockNumber(lock)]);
    const results: unknown[][] = [];
    for (const { sql: text, params, ifChanged } of statements)
      if (ifChanged && results[0]?.length === 0) results.push([]);
      else results.push((await client.query(text, columnParams(params))).rows);
    await client.query('commit');
    client.release();
    return results;
  } catch (error) {
    // Closes the connection, which rolls back.
    client.release(true);
    throw error;
  }
}

const lockNumber = (text: string): string =>
  hash('sha256', text, 'buffer').readBigInt64BE().toString();

/** On a connection without timeouts: a large table, or waiting for another process, can take long. */
async function migrate(url: string, migrations: readonly Migration[]): Promise<void> {
  const client = new pg.Client(connectionTo(url));
  // Without a listener a connection that breaks between two queries would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await setSession(client, { statement_timeout: '0', lock_timeout: '0' });
    await assertEncoding(async (text) => (await client.query(text)).rows);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(CREATE_MIGRATIONS);
    const { rows } = await client.query(SELECT_MIGRATIONS);
    for (const statement of pendingStatements(migrations, rows)) await client.query(statement);
    await client.query('commit');
  } finally {
    // What is not committed by then is rolled back.
    await client.end().catch(() => undefined);
  }
}

/**
 * Rejects when the database stores text in an encoding that lacks characters of names: an event with one
 * could not be stored. Without an encoding (`SQL_ASCII`), it keeps our UTF-8 as it is.
 */
export async function assertEncoding(query: (text: string) => Promise<object[]>): Promise<void> {
  const text = `select current_setting('server_encoding') as encoding`;
  const [{ encoding } = { encoding: '' }] = (await query(text)) as { encoding: string }[];
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new ProblemError('database-unavailable', {
      detail: `The database has the encoding ${encoding}: create one with the encoding UTF8`,
    });
}
