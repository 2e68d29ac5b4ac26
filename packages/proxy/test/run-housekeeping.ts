import fp from 'fastify-plugin';
import { addCommonPlugins, addFeatures } from '../src/app.ts';
import { DAY_MS, readSettings, type Settings } from '../src/config/settings.ts';
import type { Database } from '../src/db/database.ts';
import { Jobs } from '../src/db/jobs.ts';
import { createServer } from '../src/http/server.ts';
import { proxySettings } from 'precandidate-testing/service.ts';
import { wallClock } from '../src/shared/clock.ts';

export { DAY_MS };

const SETTINGS = readSettings({
  ...proxySettings({ apiUrl: 'http://127.0.0.1:1/v3' }),
  KEEP_FORMS_DAYS: '60',
  KEEP_EVENTS_DAYS: '30',
});

/** Runs every feature's purge once; resolves to the warnings, the errors, and the numbers of deleted rows. */
export async function runHousekeeping(db: Database, settings: Partial<Settings> = {}) {
  const [warnings, errors] = [[] as string[], [] as unknown[]];
  const purged: Record<string, number> = {};
  const app = createServer({ ...SETTINGS, ...settings });
  await addCommonPlugins(app, { ...SETTINGS, ...settings });
  app.log.warn = (message: string) => void warnings.push(message);
  app.onBackgroundError = (error) => void errors.push(error);
  app.metrics.purged = (what, count = 1) => void (purged[what] = count);
  const database = fp(
    async () => {
      const clock = {
        ...wallClock,
        read: async () => wallClock.now(),
        onJump: async () => undefined,
        stop: () => {},
      };
      app.decorate('db', db);
      app.decorate('clock', clock);
      app.decorate('databaseReady', async () => {});
      app.decorate('jobs', new Jobs(db, clock));
    },
    { name: 'database' },
  );
  try {
    await app.register(database);
    await addFeatures(app);
    await app.deleteExpired();
  } finally {
    await app.close();
  }
  return { warnings, purged, errors };
}
