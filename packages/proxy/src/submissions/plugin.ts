import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createChannel } from './channels/create-channel.ts';
import { createFormClient } from './form-client.ts';
import { createSubmissionDelivery } from './submission-delivery.ts';
import { submissionRoute } from './submission-routes.ts';
import { createSubmissions } from './submissions.ts';

/** Receives a candidate's data, stores it, and delivers it. */
export const submissions = fp(
  async (app: App) => {
    const { settings, stores, schemas, validator, sealer, poller, changes, outbox } = app;
    const formClient = createFormClient(app.outboundProxy);
    const channel = createChannel(settings, formClient, app.persons);
    const parts = {
      ...stores,
      schemas,
      validator,
      sealer,
      channel,
      poller,
      changes,
      outbox,
      onError: app.onBackgroundError,
    };
    const delivery = createSubmissionDelivery(parts, app.db.engine === 'sqlite');
    app.register(async (scope: App) => {
      app.limitBrowsers(scope);
      submissionRoute(scope, {
        authenticate: app.authenticate,
        submissions: createSubmissions({ ...parts, delivery }),
      });
    });
    app.addHook('onReady', async () => delivery.start());
    app.addHook('onClose', async () => {
      await delivery.stop();
      await formClient.close();
    });
  },
  { name: 'submissions', dependencies: ['schemas', 'status', 'persons'] },
);
