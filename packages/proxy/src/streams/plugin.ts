import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { sessionOf } from '../auth/authenticate.ts';
import { toSnapshot } from '../forms/form-store.ts';
import type { App } from '../http/app-type.ts';
import { browserRoutes } from '../http/cors.ts';
import { FormParams, SnapshotSchema, SERVICE_PROBLEMS } from '../http/route-schemas.ts';
import { createStatusStreams, type StatusStreams } from './status-stream.ts';

/** Sends the status of forms, and its changes, to browsers. */
export const streams = fp(
  async (app: App) => {
    const open = createStatusStreams(app);
    app.metrics.gauge('streams', 'Open status streams', async () => open.count());
    app.register(statusRoute, { open });
    app.addHook('preClose', async () => open.close());
  },
  { name: 'streams', dependencies: ['polling', 'auth'] },
);

/**
 * `GET /precandidate/{person_id}/status/{form_id}`: the current snapshot, or a stream of snapshots
 * with `Accept: text/event-stream`. With `If-None-Match`, 304 when nothing changed.
 */
async function statusRoute(app: App, { open }: { open: StatusStreams }): Promise<void> {
  const { authenticate, poller, settings } = app;
  await app.register(browserRoutes);

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
        problems: ['form-not-found', 'streams-exhausted', ...SERVICE_PROBLEMS],
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const form = await poller.findOrFetch(person_id, form_id);
      if (/\btext\/event-stream\b/.test(request.headers.accept ?? '')) {
        open.stream(reply, form, sessionOf(request));
        return reply;
      }
      reply.header('etag', `"${form.revision}"`);
      return toSnapshot(form, settings.SUBMISSION_CHANNEL);
    },
  );
}
