import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ProblemError } from '../shared/problem-error.ts';
import { columnParams, type Param } from './database.ts';

/** SQLite has another name for lists, and a single writer, hence no row locks. */
function toSqlite(sql: string): string {
  return sql
    .replace(/\$(\d+)/g, '?$1')
    .replace(/json_array_elements(_text)?/g, 'json_each')
    .replace(/for (update skip locked|key share)/g, '');
}

/** A statement that writes nothing. */
export const READ = /^\s*(select|pragma)\b/i;

export type RunStatement = <Row>(sql: string, params: readonly Param[]) => Row[];

/** Runs statements, each prepared once. */
export function statementsOf(connection: DatabaseSync): RunStatement {
  const prepared = new Map<string, StatementSync>();
  return <Row>(sql: string, params: readonly Param[]) => {
    const statement = prepared.get(sql) ?? connection.prepare(toSqlite(sql));
    prepared.set(sql, statement);
    return statement.all(...columnParams(params)) as Row[];
  };
}

/**
 * Primary result codes of a database that cannot be used now: permission, busy, locked, read-only,
 * input or output, corrupt, full, cannot open, not a database.
 */
const UNAVAILABLE = new Set([3, 5, 6, 8, 10, 11, 13, 14, 26]);

export function asProblem<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toProblem(error);
  }
}

export function toProblem(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && 'errstr' in error)) return error;
  if (!UNAVAILABLE.has(Number(error.errcode) & 0xff)) return error;
  return new ProblemError('database-unavailable', { code: String(error.errstr) });
}
