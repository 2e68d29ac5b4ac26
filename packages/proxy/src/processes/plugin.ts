import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { joinProcesses } from './process-list.ts';

/** Keeps this process in the list of those on the database, which `check` reads. */
export const processes = fp(
  async (app: App) => {
    const { db, settings, clock, onBackgroundError: onError } = app;
    const parts = { db, settings, clock, onError };
    let membership: ReturnType<typeof joinProcesses> | undefined;
    app.addHook('onReady', async () => {
      membership = joinProcesses(parts);
      await membership.joined;
    });
    app.addHook('onClose', async () => membership?.leave());
  },
  { name: 'processes', dependencies: ['database'] },
);
