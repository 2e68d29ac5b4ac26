import type { SubmissionChannel } from 'precandidate-contract';
import type { SessionRevocations } from '../sessions/session-revocations.ts';
import type { StatusWatch } from './status-watch.ts';
import type { FormRow } from './form-row.ts';
import { toSnapshot } from './to-snapshot.ts';
import { Type } from '../plugins/type.ts';
import { answers, SESSION_PROBLEMS, SnapshotShape } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import { type Authenticate, sessionOf } from '../plugins/authenticate.ts';
import { FormParams, SESSION } from '../plugins/shapes.ts';
import { isKnown } from '../schemas/is-known.ts';
import type { StatusStreams } from './status-streams.ts';
import type { StatusWaits } from './status-waits.ts';
import { waitPreference } from './wait-preference.ts';

/**
 * `GET /precandidate/{person_id}/status/{form_id}`: the current snapshot, or a stream of them. With
 * `If-None-Match` 304 when there is no news, and with `Prefer: wait=N` besides not before N seconds.
 */
export function statusRoute(
  app: App,
  parts: {
    authenticate: Authenticate;
    watch: StatusWatch;
    streams: StatusStreams;
    waits: StatusWaits;
    revocations: SessionRevocations;
    channel: SubmissionChannel;
  },
): void {
  const { authenticate, watch, streams, waits, revocations, channel } = parts;

  app.get(
    '/precandidate/:person_id/status/:form_id',
    {
      // A stream without a body would only hold its place.
      exposeHeadRoute: false,
      onRequest: authenticate.session,
      schema: {
        summary:
          'The form’s snapshot; a stream of them when asked for text/event-stream; held back until there is news with Prefer: wait',
        tags: ['browser'],
        security: SESSION,
        params: FormParams,
        response: answers(
          { 200: SnapshotShape, 304: Type.Null() },
          ...SESSION_PROBLEMS,
          ...(['form-not-found', 'streams-exhausted', 'service-unavailable'] as const),
        ),
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const session = sessionOf(request);
      const form = await watch.find(person_id, form_id);
      await watch.watch(person_id);
      if (/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
        return streams.open(reply, form, session);

      const { prefer, 'if-none-match': known } = request.headers;
      const wait_s = isKnown(known, etagOf(form)) ? waitPreference(prefer) : undefined;
      const longest_ms = Math.min((wait_s ?? 0) * 1_000, session.expires_at - Date.now());
      const waiting = longest_ms > 0 ? waits.wait(reply, form, session, longest_ms) : undefined;
      // A preference that there was no place for is not applied: the browser asks again later.
      if (waiting) reply.header('preference-applied', `wait=${wait_s}`);
      const now = (await waiting) ?? form;
      if (waiting) await revocations.assertLive(session);
      reply.header('etag', etagOf(now));
      return isKnown(known, etagOf(now)) ? reply.code(304).send() : toSnapshot(now, channel);
    },
  );
}

const etagOf = ({ revision }: FormRow) => `"${revision}"`;
