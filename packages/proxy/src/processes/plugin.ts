import { randomUUID } from 'node:crypto';
import fp from 'fastify-plugin';
import { VERSION } from '../config/settings.ts';
import type { App } from '../plugins/app-type.ts';
import { fingerprintsOf, SEEN_EVERY_MS } from './process-list.ts';

/** Keeps this process in the list of those on the database, which `check` reads. */
export const processes = fp(
  async (app: App) => {
    const { db, settings, clock, onBackgroundError: onError } = app;
    const id = randomUUID();
    const secrets = JSON.stringify(fingerprintsOf(settings));
    let timer: NodeJS.Timeout | undefined;

    async function report(): Promise<void> {
      await db.queryLossy(
        `insert into processes(id, version, secrets, seen_at) values ($1, $2, $3, $4)
         on conflict(id) do update set seen_at = excluded.seen_at`,
        id,
        VERSION,
        secrets,
        clock.now(),
      );
    }

    app.addHook('onReady', async () => {
      await report();
      timer = setInterval(() => void report().catch(onError), SEEN_EVERY_MS).unref();
    });
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await db.queryLossy('delete from processes where id = $1', id).catch(onError);
    });
  },
  { name: 'processes', dependencies: ['database'] },
);
