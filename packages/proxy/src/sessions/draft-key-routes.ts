import type { DraftKeys } from './draft-keys.ts';
import { answers, DraftKeysShape, SESSION_PROBLEMS } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import type { Authenticate } from '../sessions/authenticate.ts';
import { FormParams, SESSION } from '../plugins/shapes.ts';

/** `GET /precandidate/{person_id}/draft-key/{form_id}`: what a page keeps its draft under. */
export function draftKeyRoute(
  app: App,
  { authenticate, draftKeys }: { authenticate: Authenticate; draftKeys: DraftKeys },
): void {
  app.get(
    '/precandidate/:person_id/draft-key/:form_id',
    {
      exposeHeadRoute: false,
      onRequest: authenticate.session,
      schema: {
        summary: 'The keys that the page encrypts this form’s draft with',
        tags: ['browser'],
        security: SESSION,
        params: FormParams,
        response: answers({ 200: DraftKeysShape }, ...SESSION_PROBLEMS),
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const draft_keys = draftKeys(person_id, form_id);
      return reply.header('cache-control', 'no-store').send({ draft_keys });
    },
  );
}
