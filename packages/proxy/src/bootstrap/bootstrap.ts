import type {
  Bootstrap,
  BootstrapRequest,
  BrowserPrecandidate,
  SubmissionChannel,
} from 'precandidate-contract';
import { responsesOf, BootstrapSchema, SESSION_PROBLEMS } from '../plugins/route-schemas.ts';
import type { App } from '../plugins/app-type.ts';
import { jsonParser } from '../plugins/bodies.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { Type } from '../plugins/type.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import { schemaChangesHeader } from '../schemas/plugin.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import { sessionOf } from '../auth/auth.ts';
import type { SessionScope } from '../auth/session-tokens.ts';
import type { StatusPoller } from '../status/poller.ts';
import { toSnapshot } from '../forms/form-store.ts';
import type { RenderedForms } from './rendered-forms.ts';

/** Everything that opens a form. */
export interface Bootstraps {
  /** Rejects like a request for the schema or the status. */
  open(
    scope: SessionScope,
    request: Pick<BootstrapRequest, 'locale' | 'fields'>,
  ): Promise<FormBootstrap>;
}

/** The response, and what sanitizing changed in the schema. */
interface FormBootstrap extends Pick<SanitizedSchema, 'changes'> {
  bootstrap: Bootstrap;
}

export function createBootstraps(parts: {
  schemas: FormSchemas;
  poller: StatusPoller;
  rendered: RenderedForms;
  channel: SubmissionChannel;
}): Bootstraps {
  const { schemas, poller, rendered, channel } = parts;

  return {
    async open(scope, { locale, fields: isWanted = true }) {
      const { person_id, form_id } = scope;
      const pendingSchema = schemas.forSession(scope);
      // A submitted form does not need it.
      pendingSchema.catch(() => undefined);
      const row = await poller.find(person_id, form_id);
      await poller.keepPolling(person_id);
      const record =
        row.record === null ? null : (JSON.parse(row.record) as Partial<BrowserPrecandidate>);
      const offerHostedForm = (error: unknown) => {
        throw withHostedForm(error, record?.form_url);
      };
      const form =
        row.state === 'submitted' ? undefined : await pendingSchema.catch(offerHostedForm);
      const isToFill = ['open', 'refused', 'unconfirmed'].includes(row.state);
      const isOffered = form !== undefined && isToFill;
      const fields = isOffered
        ? await rendered.render({
            form,
            locales: [locale, scope.locale],
            country: record?.country_code ?? null,
            isPrefilled: scope.prefilled,
            isWanted,
          })
        : null;
      const bootstrap = {
        schema: form?.schema ?? null,
        snapshot: toSnapshot(row, channel),
        record: record as BrowserPrecandidate | null,
        fields,
      };
      return { bootstrap, changes: form?.changes ?? [] };
    },
  };
}

/** A candidate whose form cannot be shown continues in the service's own. */
function withHostedForm(error: unknown, form_url: string | undefined): unknown {
  const isUnusable = error instanceof ProblemError && error.problemName === 'schema-unusable';
  if (!isUnusable || !form_url) return error;
  const { detail } = error.problem;
  return new ProblemError('schema-unusable', { ...(detail && { detail }), form_url });
}

const Body = Type.Object(
  {
    session: Type.String(),
    locale: Type.Optional(Type.String({ maxLength: 100 })),
    fields: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/**
 * `POST /bootstrap`: schema, snapshot, record, and prerendered fields in one response. The body is JSON
 * sent as `text/plain` and contains the token, to avoid a CORS preflight.
 */
export function bootstrapRoute(app: App, { bootstraps }: { bootstraps: Bootstraps }): void {
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, jsonParser(app));
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(
      new ProblemError('media-type-unsupported', {
        detail: 'Send the JSON as text/plain, or as application/json.',
      }),
    ),
  );
  app.post(
    '/bootstrap',
    {
      schema: {
        summary: 'Everything that opens a form, in one round trip',
        tags: ['browser'],
        consumes: ['text/plain', 'application/json'],
        body: Body,
        response: responsesOf(
          { 200: BootstrapSchema },
          ...SESSION_PROBLEMS,
          ...(['malformed-body', 'invalid-request', 'media-type-unsupported'] as const),
          ...(['form-not-found', 'schema-unusable', 'service-unavailable'] as const),
        ),
      },
    },
    async (request, reply) => {
      const body = request.body as BootstrapRequest;
      const { bootstrap, changes } = await bootstraps.open(sessionOf(request), body);
      return reply
        .headers(schemaChangesHeader(changes))
        .header('cache-control', 'no-store')
        .send(bootstrap);
    },
  );
}
