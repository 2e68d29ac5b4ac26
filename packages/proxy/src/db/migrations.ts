import { readdirSync, readFileSync } from 'node:fs';
import { VERSION } from '../config/settings.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** Statements that run once, in the order of their numbers. */
export interface Migration {
  readonly number: number;
  readonly sql: string;
}

/** A migration that ran, and the version of the proxy that ran it. */
export interface DoneMigration {
  number: number;
  version: string;
}

const FOLDER = new URL('migrations/', import.meta.url);

/**
 * The files in `migrations/`, in order. A released file never changes: a change is a new file. What is in each table:
 * `docs/trust/data.md`.
 */
export const MIGRATIONS: readonly Migration[] = readdirSync(FOLDER)
  // Other files, such as an editor's, are no migrations.
  .filter((name) => /^\d{4}-.*\.sql$/.test(name))
  .sort()
  .map((name) => ({
    number: Number.parseInt(name, 10),
    sql: readFileSync(new URL(name, FOLDER), 'utf8'),
  }));

export const CREATE_MIGRATIONS =
  'create table if not exists migrations(number bigint primary key, version text not null)';

export const SELECT_MIGRATIONS = 'select number, version from migrations order by number';

/** The statements of the migrations that are not among the `done` ones. */
export function pendingStatements(migrations: readonly Migration[], done: unknown[]): string[] {
  const rows = done as DoneMigration[];
  assertNotNewer(migrations, rows);
  return migrations
    .filter(({ number }) => !rows.some((row) => row.number === number))
    .flatMap(({ number, sql }) => [
      sql,
      `insert into migrations(number, version) values (${number}, '${VERSION}')`,
    ]);
}

/** Throws when one of the `done` migrations is newer than the known ones. */
export function assertNotNewer(
  migrations: readonly Migration[],
  done: readonly DoneMigration[],
): void {
  const last = migrations.at(-1)?.number ?? 0;
  const newer = done.findLast(({ number }) => number > last);
  if (newer)
    throw new ProblemError('database-unavailable', {
      detail: `The database needs version ${newer.version} of the proxy or a newer one; this is ${VERSION}`,
    });
}
