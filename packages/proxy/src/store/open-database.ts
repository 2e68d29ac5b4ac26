import { join } from 'node:path';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

const FILE = 'precandidate.db';

/** Postgres by `database_url`, else the embedded database in `data_dir`; its tables as they are. */
export function openUnmigrated(where: {
  database_url?: string | undefined;
  data_dir: string;
}): Database {
  return where.database_url
    ? openPostgres(where.database_url)
    : openSqlite(where.data_dir === ':memory:' ? ':memory:' : join(where.data_dir, FILE));
}

/** The same with its tables up to date. */
export async function openDatabase(where: {
  database_url?: string | undefined;
  data_dir: string;
}): Promise<Database> {
  const database = openUnmigrated(where);
  try {
    await database.migrate(MIGRATIONS);
    await database.ping();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
