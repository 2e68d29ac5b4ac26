import fp from 'fastify-plugin';
import type { App } from '../http/app-type.ts';
import { createWebhookReceiver, webhookRoute } from './completion-webhook.ts';
import { createPersonStore, type PersonStore } from './person-store.ts';
import { createReconciliation } from './reconciliation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Remembers a person that was created, so that its completion is found if its webhook gets lost. */
    expectCompletion: PersonStore['remember'];
  }
}

/** Passes completed persons on to the back end: from the service's webhook, or found by polls. */
export const webhooks = fp(
  async (app: App) => {
    const { clock, jobs, metrics, outbox, poller, roomForPolls, service, settings } = app;
    const { onBackgroundError: onError } = app;
    const store = createPersonStore(app.db);
    const reconciliation = createReconciliation({
      clock,
      jobs,
      outbox,
      store,
      service,
      roomForPolls,
      settings,
      onError,
    });
    const onCompleted = (person_id: string) => void poller.schedulePoll(person_id).catch(onError);
    const receive = createWebhookReceiver({ clock, store, outbox, onCompleted, metrics });
    app.decorate('expectCompletion', store.remember);
    app.register(webhookRoute, { receive });
    app.addHook('onReady', () => reconciliation.start());
    app.addHook('onClose', () => reconciliation.stop());
  },
  { name: 'webhooks', dependencies: ['outbox', 'polling'] },
);
