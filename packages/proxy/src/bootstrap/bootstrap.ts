import { hkdfSync } from 'node:crypto';
import {
  type Bootstrap,
  type BootstrapRequest,
  type BrowserPrecandidate,
  maySubmit,
} from 'precandidate-contract';
import type { SessionScope } from '../auth/session-tokens.ts';
import { formUrlOf, toSnapshot } from '../forms/form-store.ts';
import type { App } from '../http/app-type.ts';
import { isProblem, ProblemError } from '../shared/problem-error.ts';
import { chooseLocale, speaks } from './choose-locale.ts';
import type { RenderedForms } from './rendered-forms.ts';

type OpenParts = Pick<App, 'schemas' | 'poller' | 'refusalOf' | 'settings'>;

export type OpenForm = ReturnType<typeof createOpenForm>;

/**
 * Returns a function that gets everything that opens a form. It rejects like a request for the schema
 * or the status.
 */
export function createOpenForm(
  { schemas, poller, refusalOf, settings }: OpenParts,
  rendered: RenderedForms,
) {
  return async (
    scope: SessionScope,
    request: Omit<BootstrapRequest, 'session'>,
  ): Promise<Bootstrap> => {
    const { person_id, form_id } = scope;
    const { languages = [], fields = true } = request;
    // The page renders a form in a language of its own.
    const isWanted = fields && (request.locale === undefined || speaks(request.locale));
    const pendingSchema = schemas.getFor(scope);
    // A submitted form does not need it.
    pendingSchema.catch(() => undefined);
    const row = await poller.findOrFetch(person_id, form_id);
    const record =
      row.record === null ? null : (JSON.parse(row.record) as Partial<BrowserPrecandidate>);
    const country = record?.country_code ?? null;
    const locale = chooseLocale([request.locale, scope.locale, ...languages], country);
    const offerHostedForm = (error: unknown) => {
      throw withHostedForm(error, formUrlOf(row));
    };
    const form = row.state === 'submitted' ? undefined : await pendingSchema.catch(offerHostedForm);
    // Nobody should fill in a form that is never sent.
    const refusal = maySubmit(row.state) ? refusalOf(row) : undefined;
    if (refusal) throw refusal;
    const rendering =
      form !== undefined && maySubmit(row.state)
        ? await rendered.render({
            form,
            locale,
            country,
            prefilledFor: form.schema['x-prefilled'] ? person_id : undefined,
            isWanted,
          })
        : null;
    return {
      schema: form?.schema ?? null,
      schema_etag: form?.etag ?? null,
      ...(form?.uiSchema && { ui_schema: form.uiSchema }),
      snapshot: toSnapshot(row, settings.SUBMISSION_CHANNEL),
      record: record as BrowserPrecandidate | null,
      locale,
      fields: rendering,
      draft_keys: draftKeys(settings.SESSION_SECRETS, scope),
    };
  };
}

/**
 * One key for each session secret. They are derived and not stored, so every process returns the same
 * keys, and a key ends with its secret.
 */
function draftKeys(secrets: readonly string[], { person_id, form_id }: SessionScope): string[] {
  const info = `precandidate draft ${person_id}/${form_id}`;
  return secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', info, 32)).toString('base64url'),
  );
}

/** A candidate whose form cannot be shown continues in the service's own. */
function withHostedForm(error: unknown, form_url: string | null): unknown {
  if (!isProblem(error, 'schema-unusable') || form_url === null) return error;
  const { detail } = error.problem;
  return new ProblemError('schema-unusable', { ...(detail && { detail }), form_url });
}
