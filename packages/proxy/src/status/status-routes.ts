import type { SubmissionChannel } from 'precandidate-contract';
import { answers, SESSION_PROBLEMS, SnapshotShape } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import { type Authenticate, sessionOf } from '../auth/auth.ts';
import { FormParams, SESSION } from '../plugins/shapes.ts';
import { Type } from '../plugins/type.ts';
import { isKnown } from '../plugins/etag.ts';
import type { SessionRevocations } from '../auth/revocations.ts';
import type { FormRow } from '../forms/form-store.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { StatusPoller } from './poller.ts';
import { toSnapshot } from '../forms/records.ts';

/**
 * `GET /precandidate/{person_id}/status/{form_id}`: the current snapshot, or a stream of snapshots
 * with `Accept: text/event-stream`. With `If-None-Match`, 304 when nothing changed; together with
 * `Prefer: wait=N`, only after N seconds without a change.
 */
export function statusRoute(
  app: App,
  parts: {
    authenticate: Authenticate;
    poller: StatusPoller;
    updates: LiveUpdates;
    revocations: SessionRevocations;
    channel: SubmissionChannel;
  },
): void {
  const { authenticate, poller, updates, revocations, channel } = parts;

  app.get(
    '/precandidate/:person_id/status/:form_id',
    {
      // A stream without a body would only take a connection.
      exposeHeadRoute: false,
      onRequest: authenticate.session,
      schema: {
        summary:
          'The form’s snapshot; a stream of snapshots with Accept: text/event-stream; a long poll with Prefer: wait',
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
      const form = await poller.find(person_id, form_id);
      await poller.keepPolling(person_id);
      if (/\btext\/event-stream\b/.test(request.headers.accept ?? '')) {
        updates.stream(reply, form, session);
        return reply;
      }

      const { prefer, 'if-none-match': known } = request.headers;
      const waitSeconds = isKnown(known, etagOf(form)) ? waitPreference(prefer) : undefined;
      const longestMs = Math.min((waitSeconds ?? 0) * 1_000, session.expires_at - Date.now());
      const waiting = longestMs > 0 ? updates.longPoll(reply, form, session, longestMs) : undefined;
      // Without a free connection the preference is not applied, and the browser asks again later.
      if (waiting) reply.header('preference-applied', `wait=${waitSeconds}`);
      const now = (await waiting) ?? form;
      if (waiting) await revocations.assertLive(session);
      reply.header('etag', etagOf(now));
      return isKnown(known, etagOf(now)) ? reply.code(304).send() : toSnapshot(now, channel);
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
  const [wait] = [prefer ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((preference) => /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference)?.[1])
    .filter((seconds) => seconds !== undefined);
  return wait === undefined ? undefined : Math.min(Number(wait), LONGEST_WAIT_SECONDS);
}
