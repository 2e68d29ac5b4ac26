import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createChannel } from './channels/create-channel.ts';
import { createFormClient } from './channels/form-channel.ts';
import { createSubmissionDelivery } from './delivery.ts';
import { submissionOperationRoutes, submissionRoute } from './routes.ts';
import { createSubmissionStore } from './store.ts';
import { createSubmissions } from './submissions.ts';

/** Receives a candidate's data, stores it, and delivers it. */
export const submissions = fp(
  async (app: App) => {
    const { settings, jobs, forms, schemas, validator, sealer, poller, changes, outbox } = app;
    const formClient = createFormClient(app.outboundProxy);
    const channel = createChannel(settings, formClient, app.persons);
    const parts = {
      jobs,
      forms,
      submissions: createSubmissionStore(app.db),
      schemas,
      validator,
      sealer,
      channel,
      poller,
      changes,
      outbox,
    };
    const delivery = createSubmissionDelivery(
      {
        ...parts,
        alert: (message) => app.log.error(message),
        onUnreadable: app.metrics.submissionUnreadable,
        onError: app.onBackgroundError,
      },
      { confirmWithinMs: settings.CONFIRM_WITHIN_SECONDS * 1_000 },
    );
    const routeParts = {
      authenticate: app.authenticate,
      submissions: createSubmissions({ ...parts, delivery }),
    };
    submissionOperationRoutes(app, routeParts);
    app.register(async (scope: App) => {
      app.limitBrowsers(scope);
      submissionRoute(scope, routeParts);
    });
    app.addHook('onReady', () => delivery.start());
    // Sends end while requests do.
    app.addHook('preClose', async () => void delivery.stop());
    app.addHook('onClose', async () => {
      await delivery.stop();
      await formClient.close();
    });
  },
  { name: 'submissions', dependencies: ['schemas', 'status', 'persons'] },
);
