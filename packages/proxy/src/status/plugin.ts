import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { sessionOf } from '../auth/auth.ts';
import { toSnapshot } from '../forms/form-store.ts';
import { FormParams, SnapshotSchema } from '../plugins/route-schemas.ts';
import type { App } from '../plugins/app-type.ts';
import { createLiveUpdates, type LiveUpdates } from './live-updates.ts';
import { PollSchedule } from './poll-schedule.ts';
import { StatusPoller } from './poller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    poller: StatusPoller;
    pollSchedule: PollSchedule;
  }
}

/** Polls the service for the status of forms and sends changes to browsers. */
export const status = fp(
  async (app: App) => {
    const { clock, db, forms, formChanges, jobs, metrics, outbox, service } = app;
    const { onBackgroundError: onError, revocations, roomForPolls, settings } = app;
    const channel = settings.SUBMISSION_CHANNEL;
    const schedule = new PollSchedule({ db, jobs, formChanges, settings, onError });
    const poller = new StatusPoller({
      clock,
      forms,
      jobs,
      service,
      schedule,
      formChanges,
      outbox,
      roomForPolls,
      onPoll: metrics.poll,
      longestReadMs: app.deadlineMs,
      onError,
    });
    const updates = createLiveUpdates({ clock, formChanges, revocations, channel });
    app.decorate('poller', poller);
    app.decorate('pollSchedule', schedule);
    metrics.gauge('streams', 'Open status streams', async () => updates.streamCount());
    metrics.gauge('polled_persons', 'Persons whose forms are polled', () => schedule.count());
    app.register(statusRoute, { updates });
    app.addHook('onReady', async () => {
      schedule.start();
      await poller.start();
    });
    app.addHook('preClose', async () => updates.close());
    app.addHook('onClose', async () => {
      await Promise.all([schedule.stop(), poller.stop()]);
    });
  },
  { name: 'status', dependencies: ['relay', 'auth'] },
);

/**
 * `GET /precandidate/{person_id}/status/{form_id}`: the current snapshot, or a stream of snapshots
 * with `Accept: text/event-stream`. With `If-None-Match`, 304 when nothing changed.
 */
async function statusRoute(app: App, { updates }: { updates: LiveUpdates }): Promise<void> {
  const { authenticate, poller, settings } = app;

  app.get(
    '/precandidate/:person_id/status/:form_id',
    {
      // A stream without a body would only take a connection.
      exposeHeadRoute: false,
      onRequest: authenticate.session,
      schema: {
        summary: 'The form’s snapshot; a stream of snapshots with Accept: text/event-stream',
        params: FormParams,
        returns: { 200: SnapshotSchema, 304: Type.Null() },
        problems: ['form-not-found', 'streams-exhausted', 'service-unavailable'],
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const form = await poller.findOrFetch(person_id, form_id);
      if (/\btext\/event-stream\b/.test(request.headers.accept ?? '')) {
        updates.stream(reply, form, sessionOf(request));
        return reply;
      }
      reply.header('etag', `"${form.revision}"`);
      return toSnapshot(form, settings.SUBMISSION_CHANNEL);
    },
  );
}
