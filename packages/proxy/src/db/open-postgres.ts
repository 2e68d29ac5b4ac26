import pg from 'pg';
import { ProblemError } from '../shared/problem-error.ts';
import {
  columnParams,
  createScheduledEvents,
  type Database,
  type Param,
  PING,
  type Statement,
  type Topic,
  TOPICS,
} from './database.ts';
import {
  CREATE_MIGRATIONS,
  type Migration,
  MIGRATIONS,
  pendingStatements,
  SELECT_MIGRATIONS,
} from './migrations.ts';

/** Any constant: it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 727_013;
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than workers sleep: an idle process does not connect again each time. */
const IDLE_TIMEOUT_MS = 2 * 60_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** For a server that does not respond at all and so cannot enforce the timeout above. */
const ANSWER_TIMEOUT_MS = 12_000;
/** A role or a database may have it off, and then a commit can be lost. Stricter values are kept. */
const COMMIT_DURABLY = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

const SHARED_TIME = `update clock set latest = greatest(latest, $1,
  cast(extract(epoch from clock_timestamp()) * 1000 as bigint)) returning latest`;

/** Our `bigint`s are times and counters, far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Postgres, for any number of processes. */
export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    types,
    onConnect: (client) => client.query(COMMIT_DURABLY),
  });
  // Without listeners, a connection that breaks would end the process: an idle one, or one in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const { onScheduled, afterCommit } = createScheduledEvents();
  let listener: Promise<Listener> | undefined;

  const query = <Row>(sql: string, ...params: readonly Param[]): Promise<Row[]> =>
    asProblem(async () => (await pool.query(sql, columnParams(params))).rows as Row[]);

  return {
    engine: 'postgres',
    query,
    // The server waits for the disk, which does not block this process.
    queryLossy: query,
    async batch(statements) {
      const results = await asProblem(() => batch(pool, statements));
      afterCommit(statements, results);
      return results;
    },
    onScheduled,
    ping: () => query(PING),
    migrate: (migrations = MIGRATIONS) => asProblem(() => migrate(url, migrations)),
    async sharedTime(atLeast) {
      const [row] = await query<{ latest: number }>(SHARED_TIME, atLeast);
      return row?.latest ?? atLeast;
    },
    async notify(topic, payload) {
      await query('select pg_notify($1, $2)', channelOf(topic), payload);
    },
    async listen(topic, onPayload, onGap) {
      listener ??= openListener(url);
      (await listener).add({ topic, onPayload, onGap });
    },
    // Autovacuum does this.
    forgetDeleted: () => Promise.resolve(),
    async close() {
      await (await listener)?.close();
      await pool.end();
    },
  };
}

async function batch(pool: pg.Pool, statements: readonly Statement[]): Promise<unknown[][]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const results: unknown[][] = [];
    for (const { sql, params, ifChanged } of statements)
      if (ifChanged && results[0]?.length === 0) results.push([]);
      else results.push((await client.query(sql, columnParams(params))).rows);
    await client.query('commit');
    client.release();
    return results;
  } catch (error) {
    // Closes the connection, which rolls back.
    client.release(true);
    throw error;
  }
}

async function asProblem<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError || !isUnavailable(error)) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    throw new ProblemError('database-unavailable', { code });
  }
}

/** On a connection without timeouts: a large table, or waiting for another process, can take long. */
async function migrate(url: string, migrations: readonly Migration[]): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
  });
  // Without a listener a connection that breaks between two queries would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assertEncoding(async (sql) => (await client.query(sql)).rows);
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
export async function assertEncoding(query: (sql: string) => Promise<object[]>): Promise<void> {
  const sql = `select current_setting('server_encoding') as encoding`;
  const [{ encoding } = { encoding: '' }] = (await query(sql)) as { encoding: string }[];
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new ProblemError('database-unavailable', {
      detail: `The database has the encoding ${encoding}: create one with the encoding UTF8`,
    });
}

/**
 * SQLSTATEs that are not the statement's fault: connection, read-only standby, login, no such
 * database, rolled back because of a conflict, resources, cancelled by a timeout or an operator,
 * input and output, corruption.
 */
const NOT_OURS = /^(08|25006|28|3D|40|53|57|58|XX)/;

/** Whether an error of `pg` means that the database is unavailable, rather than that our statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return NOT_OURS.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // A code here is the socket's; pg reports its own connection errors without one.
  if ('code' in error) return true;
  return /connect|timeout|queryable|end on the pool/i.test(error.message);
}

const RECONNECT_MS = 500;

const channelOf = (topic: Topic) => `precandidate_${topic}`;

interface Subscriber {
  topic: Topic;
  onPayload: (payload: string) => void;
  onGap: () => void;
}

type Listener = Awaited<ReturnType<typeof openListener>>;

/**
 * One connection that listens for all topics and reconnects when it breaks. `onGap` is called after each
 * reconnection, because notifications in between are lost. A connection that a firewall dropped may stay
 * silent for hours: its subscribers also read again from time to time.
 */
async function openListener(url: string) {
  const subscribers = new Set<Subscriber>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function reconnect(): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(dial, RECONNECT_MS * (1 + Math.random()));
  }

  async function dial(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    client = next;
    next.on('error', () => undefined);
    next.once('end', reconnect);
    next.on('notification', ({ channel, payload = '' }) => {
      for (const { topic, onPayload } of subscribers)
        if (channel === channelOf(topic)) onPayload(payload);
    });
    try {
      await next.connect();
      for (const topic of TOPICS) await next.query(`listen ${channelOf(topic)}`);
      for (const { onGap } of subscribers) onGap();
    } catch {
      await next.end().catch(() => undefined);
      reconnect();
    }
  }

  await dial();
  return {
    add: (subscriber: Subscriber) => void subscribers.add(subscriber),
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
