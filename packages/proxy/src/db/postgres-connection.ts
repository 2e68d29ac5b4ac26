import pg from 'pg';
import { ProblemError } from '../shared/problem-error.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** Our `bigint`s are times and counters, far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Without timeouts as parameters of the connection: PgBouncer refuses those. */
export const connectionTo = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  types,
});

/** Whatever the defaults of the database, the role, or a pooler are, our statements run with these. */
const SESSION = {
  // Stricter levels reject half of the statements that run at once.
  default_transaction_isolation: 'read committed',
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '60s',
  transaction_timeout: '0',
  idle_session_timeout: '0',
};

/** Older servers lack some. Without `synchronous_commit` a commit can be lost; stricter values are kept. */
const SET_SESSION = `select set_config(wanted.key, wanted.value, false)
  from json_each_text($1) as wanted where current_setting(wanted.key, true) is not null
  union all select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

/** For a connection that has just been made. */
export async function setSession(
  client: Pick<pg.ClientBase, 'query'>,
  changes: Partial<typeof SESSION> = {},
): Promise<void> {
  await client.query(SET_SESSION, [JSON.stringify({ ...SESSION, ...changes })]);
}

/**
 * SQLSTATEs that are not the statement's fault: connection, read-only standby, a transaction that was idle for
 * too long, login, no such database, rolled back because of a conflict, resources, a lock that was not free in
 * time, cancelled by a timeout or an operator, input and output, corruption.
 */
const NOT_OURS = /^(08|25006|25P0[34]|28|3D|40|53|55P03|57|58|XX)/;

/** Whether an error of `pg` means that the database is unavailable, rather than that our statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return NOT_OURS.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // A code here is the socket's; pg reports its own connection errors without one.
  if ('code' in error) return true;
  return /connect|timeout|queryable|end on the pool/i.test(error.message);
}

/** Another transaction at the same time: this one was rolled back, and may succeed now. */
const CONFLICT = /^40(001|P01)$/;
const MAX_RUNS = 5;

/**
 * Runs a transaction again when it met a conflict. A pooler that gives each statement another connection does not
 * keep our isolation, and the database's own may be stricter.
 */
export async function withoutConflict<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await transact();
    } catch (error) {
      const isConflict = error instanceof pg.DatabaseError && CONFLICT.test(error.code ?? '');
      if (!isConflict || runs === MAX_RUNS) throw error;
    }
  }
}

/** Instead of the code that `pg` does not give. */
export const NO_TLS = 'NO_TLS';

export async function asProblem<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError || !isUnavailable(error)) throw error;
    const { code, message } = error as Error & { code?: string };
    const isWithoutTls = /does not support SSL/.test(message);
    throw new ProblemError('database-unavailable', { code: isWithoutTls ? NO_TLS : code });
  }
}
