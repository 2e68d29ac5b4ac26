import type { SubmissionChannel } from 'precandidate-contract';
import type { StatusWatch } from '../../services/status-watch.ts';
import { toSnapshot } from '../../services/to-snapshot.ts';
import { answers, SESSION_PROBLEMS, SnapshotShape } from '../answer-shapes.ts';
import type { App } from '../app-type.ts';
import { type Authenticate, sessionOf } from '../authenticate.ts';
import { FormParams, SESSION } from '../shapes.ts';
import type { StatusStreams } from './status-streams.ts';

/** `GET /precandidate/{person_id}/status/{form_id}`: the current snapshot, or a stream of them. */
export function statusRoute(
  app: App,
  parts: {
    authenticate: Authenticate;
    watch: StatusWatch;
    streams: StatusStreams;
    channel: SubmissionChannel;
  },
): void {
  const { authenticate, watch, streams, channel } = parts;

  app.get(
    '/precandidate/:person_id/status/:form_id',
    {
      // A stream without a body would only hold its place.
      exposeHeadRoute: false,
      onRequest: authenticate.session,
      schema: {
        summary: 'The form’s snapshot; a stream of them when asked for text/event-stream',
        tags: ['browser'],
        security: SESSION,
        params: FormParams,
        response: answers(
          { 200: SnapshotShape },
          ...SESSION_PROBLEMS,
          ...(['form-not-found', 'streams-exhausted', 'service-unavailable'] as const),
        ),
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const form = await watch.find(person_id, form_id);
      await watch.watch(person_id);
      if (/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
        return streams.open(reply, form, sessionOf(request).expires_at);
      return reply.header('cache-control', 'no-store').send(toSnapshot(form, channel));
    },
  );
}
