import { join } from 'node:path';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations.ts';

const FILE = 'precandidate.db';

interface Where {
  database_url?: string | undefined;
  data_dir: string;
}

/** Postgres at `database_url`, else the embedded database in `data_dir`; its tables as they are. */
export async function openUnmigrated({ database_url, data_dir }: Where): Promise<Database> {
  // Load only the driver that is used.
  if (database_url) return (await import('./open-postgres.ts')).openPostgres(database_url);
  const { openSqlite } = await import('./open-sqlite.ts');
  return openSqlite(data_dir === ':memory:' ? ':memory:' : join(data_dir, FILE));
}

/** The same with its tables up to date. */
export async function openDatabase(where: Where): Promise<Database> {
  const database = await openUnmigrated(where);
  try {
    await database.migrate(MIGRATIONS);
    await database.ping();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
