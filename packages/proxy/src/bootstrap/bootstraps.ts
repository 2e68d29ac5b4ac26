import type {
  BrowserPrecandidate,
  Bootstrap,
  BootstrapRequest,
  SubmissionChannel,
} from 'precandidate-contract';
import type { AdmittedSchema } from '../schemas/admit-schema.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import type { RenderedForms } from './rendered-forms.ts';
import type { SessionScope } from '../sessions/session-tokens.ts';
import type { StatusPoller } from '../status/poller.ts';
import { toSnapshot } from '../status/records.ts';

/** All that a page needs to show a form, gathered side by side. */
export interface Openings {
  /** Rejects as asking for the schema or the snapshot alone does. */
  open(
    scope: SessionScope,
    asked: Pick<BootstrapRequest, 'locale' | 'fields'>,
  ): Promise<FormBootstrap>;
}

/** The answer, and what admission changed in the schema. */
export interface FormBootstrap extends Pick<AdmittedSchema, 'changes'> {
  bootstrap: Bootstrap;
}

export function createBootstraps(parts: {
  schemas: FormSchemas;
  poller: StatusPoller;
  rendered: RenderedForms;
  channel: SubmissionChannel;
}): Openings {
  const { schemas, poller, rendered, channel } = parts;

  return {
    async open(scope, { locale, fields: isWanted = true }) {
      const { person_id, form_id } = scope;
      const asked = schemas.forSession(scope);
      // Whether it is needed is known only once the row is.
      asked.catch(() => undefined);
      const row = await poller.find(person_id, form_id);
      await poller.keepPolling(person_id);
      const form = row.state === 'submitted' ? undefined : await asked;
      const record =
        row.record === null ? null : (JSON.parse(row.record) as Partial<BrowserPrecandidate>);
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
