import type { FormData } from 'precandidate-contract';
import { Type } from '../plugins/type.ts';
import type { Submissions } from './submissions.ts';
import { answers, SESSION_PROBLEMS, SnapshotShape } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import type { Authenticate } from '../sessions/authenticate.ts';
import { FormParams, RelayedBody, SESSION } from '../plugins/shapes.ts';

const Headers = Type.Object({
  'idempotency-key': Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' }),
});

const SUBMISSION_PROBLEMS = [
  'idempotency-key-missing',
  'idempotency-key-reused',
  'form-not-found',
  'form-host-not-allowed',
  'validation-failed',
  'submission-refused',
  'submission-in-progress',
  'already-submitted',
  'service-busy',
  'service-unavailable',
] as const;

/** `POST /precandidate/{person_id}/submission/{form_id}`: 200 when settled, 202 while `sending`. */
export function submissionRoute(
  app: App,
  { authenticate, submissions }: { authenticate: Authenticate; submissions: Submissions },
): void {
  app.post(
    '/precandidate/:person_id/submission/:form_id',
    {
      onRequest: authenticate.session,
      bodyLimit: app.settings.MAX_BODY_BYTES,
      schema: {
        summary: 'Submit the form',
        tags: ['browser'],
        security: SESSION,
        params: FormParams,
        headers: Headers,
        body: RelayedBody,
        response: answers(
          { 200: SnapshotShape, 202: SnapshotShape },
          ...SESSION_PROBLEMS,
          ...SUBMISSION_PROBLEMS,
        ),
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const key = request.headers['idempotency-key'];
      const data = request.body as FormData;
      const snapshot = await submissions.submit(person_id, form_id, key, data);
      return reply
        .code(snapshot.state === 'sending' ? 202 : 200)
        .header('cache-control', 'no-store')
        .send(snapshot);
    },
  );
}
