import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { openDatabase } from './open-database.ts';
import type { Database } from './database.ts';
import { createJobs, type Jobs } from './jobs.ts';

declare module 'fastify' {
  interface FastifyInstance {
    db: Database;
    jobs: Jobs;
  }
}

/** Opens and migrates the database; closes it after everything that uses it. */
export const database = fp(
  async (app: App) => {
    const { DATABASE_URL, DATA_DIR } = app.settings;
    const db = await openDatabase({ database_url: DATABASE_URL, data_dir: DATA_DIR });
    app.decorate('db', db);
    app.decorate('jobs', createJobs(db));
    app.addHook('onClose', () => db.close());
  },
  { name: 'database' },
);
