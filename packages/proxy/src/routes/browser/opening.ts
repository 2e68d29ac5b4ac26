import {
  isTerminal,
  type BrowserPrecandidate,
  type Opening,
  type SubmissionChannel,
} from 'precandidate-contract';
import Type from 'typebox';
import type { FormSchemas } from '../../services/form-schemas.ts';
import type { SessionScope } from '../../services/session-tokens.ts';
import type { StatusWatch } from '../../services/status-watch.ts';
import { toSnapshot } from '../../services/to-snapshot.ts';
import { answers, OpeningShape, SESSION_PROBLEMS } from '../answer-shapes.ts';
import type { App } from '../app-type.ts';
import { sessionOf } from '../authenticate.ts';

const Body = Type.Object({
  session: Type.String(),
  locale: Type.Optional(Type.String({ maxLength: 100 })),
  fields: Type.Optional(Type.Boolean()),
});

interface OpeningParts {
  watch: StatusWatch;
  schemas: FormSchemas;
  channel: SubmissionChannel;
}

/**
 * `POST /opening`: all that a page needs to show a form, in one answer. The body is JSON that is sent
 * as text, and the token stands in it: a browser sends such a request without asking first.
 */
export function openingRoute(app: App, parts: OpeningParts): void {
  app.addContentTypeParser(
    'text/plain',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.post(
    '/opening',
    {
      schema: {
        summary: 'Schema, snapshot and record of the session’s form',
        description: 'JSON, sent as text/plain so that a browser asks for no leave',
        tags: ['browser'],
        body: Body,
        response: answers(
          { 200: OpeningShape },
          ...SESSION_PROBLEMS,
          ...(['form-not-found', 'schema-unusable', 'service-unavailable'] as const),
        ),
      },
    },
    async (request) => openingOf(sessionOf(request), parts),
  );
}

async function openingOf(
  scope: SessionScope,
  { watch, schemas, channel }: OpeningParts,
): Promise<Opening> {
  const asked = schemas.forSession(scope);
  // Of a form that is over it is not needed, nor why it cannot be had.
  asked.catch(() => {});
  const form = await watch.find(scope.person_id, scope.form_id);
  await watch.watch(scope.person_id);
  return {
    schema: isTerminal(form.state) ? null : (await asked).schema,
    snapshot: toSnapshot(form, channel),
    record: form.record === null ? null : (JSON.parse(form.record) as BrowserPrecandidate),
    fields: null,
  };
}
