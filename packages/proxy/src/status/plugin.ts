import fp from 'fastify-plugin';
import { sessionOf } from '../auth/auth.ts';
import { keepFormsMs } from '../config/settings.ts';
import { type FormRow, toSnapshot } from '../forms/form-store.ts';
import { FormParams, SnapshotSchema } from '../plugins/route-schemas.ts';
import type { App } from '../plugins/app-type.ts';
import { hasMatchingEtag } from '../plugins/negotiation.ts';
import { Type } from '../plugins/type.ts';
import { createLiveUpdates, type LiveUpdates } from './live-updates.ts';
import { createPollInterval, createPollSchedule } from './poll-schedule.ts';
import { createStatusPoller, type StatusPoller } from './poller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    poller: StatusPoller;
  }
}

/** Polls the service for the status of forms and sends changes to browsers. */
export const status = fp(
  async (app: App) => {
    const { metrics } = app;
    const schedule = createPollSchedule(app.db, app.jobs);
    const interval = createPollInterval(app, schedule);
    const poller = createStatusPoller(app, schedule, interval);
    const updates = createLiveUpdates(app);
    app.decorate('poller', poller);
    metrics.gauge('streams', 'Open status streams', async () => updates.streamCount());
    metrics.gauge('long_polls', 'Open long polls of a status', async () => updates.longPollCount());
    metrics.gauge('polled_persons', 'Persons whose forms are polled', schedule.count);
    app.housekeeping.add(async (now) => ({
      polled_persons: await schedule.purge(now - keepFormsMs(app.settings)),
    }));
    statusRoute(app, updates);
    app.addHook('onReady', async () => {
      await interval.start();
      await poller.start();
    });
    app.addHook('preClose', async () => updates.close());
    app.addHook('onClose', async () => {
      await Promise.all([interval.stop(), poller.stop()]);
    });
  },
  { name: 'status', dependencies: ['relay', 'auth'] },
);

/**
 * `GET /precandidate/{person_id}/status/{form_id}`: the current snapshot, or a stream of snapshots
 * with `Accept: text/event-stream`. With `If-None-Match`, 304 when nothing changed; together with
 * `Prefer: wait=N`, only after N seconds without a change.
 */
function statusRoute(app: App, updates: LiveUpdates): void {
  const { authenticate, poller, revocations } = app;
  const channel = app.settings.SUBMISSION_CHANNEL;

  app.get(
    '/precandidate/:person_id/status/:form_id',
    {
      // A stream without a body would only take a connection.
      exposeHeadRoute: false,
      onRequest: authenticate.session,
      schema: {
        summary:
          'The form’s snapshot; a stream of snapshots with Accept: text/event-stream; a long poll with Prefer: wait',
        params: FormParams,
        returns: { 200: SnapshotSchema, 304: Type.Null() },
        problems: ['form-not-found', 'streams-exhausted', 'service-unavailable'],
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const session = sessionOf(request);
      const form = await poller.findOrFetch(person_id, form_id);
      if (/\btext\/event-stream\b/.test(request.headers.accept ?? '')) {
        updates.stream(reply, form, session);
        return reply;
      }

      const { prefer, 'if-none-match': known } = request.headers;
      const waitSeconds = hasMatchingEtag(known, etagOf(form)) ? waitPreference(prefer) : undefined;
      const longestMs = Math.min((waitSeconds ?? 0) * 1_000, session.expires_at - Date.now());
      const waiting = longestMs > 0 ? updates.longPoll(reply, form, session, longestMs) : undefined;
      // Without a free connection the preference is not applied, and the browser asks again later.
      if (waiting) reply.header('preference-applied', `wait=${waitSeconds}`);
      const now = (await waiting) ?? form;
      if (waiting) await revocations.assertLive(session);
      reply.header('etag', etagOf(now));
      return hasMatchingEtag(known, etagOf(now))
        ? reply.code(304).send()
        : toSnapshot(now, channel);
    },
  );
}

const etagOf = ({ revision }: FormRow) => `"${revision}"`;

/** Longer waits would meet the timeouts of gateways in between. */
const LONGEST_WAIT_SECONDS = 30;

/**
 * The seconds that `Prefer: wait=N` (RFC 7240) asks to wait, at most 30; `undefined` without that
 * preference. When it is repeated, the first one counts.
 */
export function waitPreference(prefer: string | string[] | undefined): number | undefined {
  const wait = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[;,]|$)/i.exec(String(prefer))?.[1];
  return wait === undefined ? undefined : Math.min(Number(wait), LONGEST_WAIT_SECONDS);
}
