import type { FormData, FormSchema, ProblemName } from 'precandidate-contract';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../plugins/problem-error.ts';
import type { PrefillStore } from './prefills.ts';
import type { Service } from '../upstream/service.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import { digest } from '../shared/digest.ts';
import type { FormValidator } from '../validation/form-validator.ts';
import type { Sealer } from '../shared/sealer.ts';
import { prefillContext, type SessionScope } from '../auth/session-tokens.ts';

/** The forms' schemas, sanitized and cached; many requests for one make one call to the service. */
export interface FormSchemas {
  /** Rejects with `form-not-found`, `schema-unusable`, or why the service cannot be asked. */
  get(person_id: string, form_id: string): Promise<SanitizedSchema>;
  /** The same for one session: values that it was minted with stand in it as `default`, and
   * `x-prefilled` names their fields. */
  forSession(scope: SessionScope): Promise<SanitizedSchema>;
  /** What {@link forSession} would answer, when that is here; else `undefined`, and nothing is fetched. */
  atHand(scope: SessionScope): SanitizedSchema | undefined;
}

const FORMS_KEPT = 2_000;
const KEPT_MS = 5 * 60_000;
/** One that was sanitized in a hurry is looked at again soon. */
const HURRIED_MS = 10_000;
/** Schemas that differ: as many as an account has pipelines and lists of reports. */
const SCHEMAS_KEPT = 500;

export function createFormSchemas(
  service: Service,
  prefills: PrefillStore,
  sealer: Sealer,
  validator: Pick<FormValidator, 'sanitize' | 'validate'>,
  on: {
    changes(changes: readonly string[]): void;
    /** A form is shown: its data will come. */
    asked(): void;
  },
): FormSchemas {
  const cache = new LRUCache<string, SanitizedSchema>({
    max: FORMS_KEPT,
    ttl: KEPT_MS,
    // One that is pushed out while it is fetched is still the answer to those who wait for it.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    noDeleteOnStaleGet: true,
    fetchMethod: async (key, stale, { options }) => {
      const [person_id = '', form_id = ''] = key.split('/');
      try {
        const { text } = await service.formSchema(person_id, form_id);
        const sanitized = await sanitize(text);
        if (!sanitized.isFinal) options.ttl = HURRIED_MS;
        return sanitized;
      } catch (error) {
        // A candidate can submit a form that was open before the service went away.
        if (stale === undefined || !isAway(error)) throw error;
        options.ttl = HURRIED_MS;
        return stale;
      }
    },
  });
  const sanitizedByText = new LRUCache<string, Promise<SanitizedSchema>>({ max: SCHEMAS_KEPT });

  /** Candidates of one pipeline get the same text: it is sanitized once for all of them. */
  async function sanitize(text: string): Promise<SanitizedSchema> {
    const key = digest(text);
    const known = sanitizedByText.get(key);
    if (known) return known;
    const sanitizing = validator.sanitize(text);
    sanitizedByText.set(key, sanitizing);
    try {
      const sanitized = await sanitizing;
      on.changes(sanitized.changes);
      if (!sanitized.isFinal) sanitizedByText.delete(key);
      return sanitized;
    } catch (error) {
      sanitizedByText.delete(key);
      throw error;
    }
  }

  async function get(person_id: string, form_id: string): Promise<SanitizedSchema> {
    on.asked();
    const schema = await cache.fetch(keyOf(person_id, form_id));
    if (!schema) throw new Error('the schema cache answered nothing');
    return schema;
  }

  /** A session may be minted while its schema is unavailable: leave out values that do not fit it. */
  async function validPrefill(form: SanitizedSchema, values: FormData): Promise<FormData> {
    const violations = await validator.validate(form, values, 'prefill').catch(() => undefined);
    if (violations === undefined) return {};
    const invalid = new Set(violations.map(({ pointer }) => fieldAt(pointer)));
    // A violation of the whole object names no field.
    if (invalid.has('')) return {};
    return Object.fromEntries(Object.entries(values).filter(([name]) => !invalid.has(name)));
  }

  return {
    get,
    atHand({ prefilled, person_id, form_id }) {
      const sanitized = prefilled ? undefined : cache.get(keyOf(person_id, form_id));
      if (sanitized) on.asked();
      return sanitized;
    },
    async forSession(scope) {
      const sanitized = await get(scope.person_id, scope.form_id);
      if (!scope.prefilled) return sanitized;
      const sealed = await prefills.find(scope.session_id);
      if (sealed === undefined) return sanitized;
      const values = sealer.open(sealed, prefillContext(scope.session_id)) as FormData;
      const schema = withDefaults(sanitized.schema, await validPrefill(sanitized, values));
      return {
        ...sanitized,
        schema,
        json: JSON.stringify(schema),
        etag: `"${digest(sanitized.etag, scope.session_id)}"`,
      };
    },
  };
}

function isAway(error: unknown): boolean {
  const away: readonly ProblemName[] = ['service-unavailable', 'service-busy'];
  return error instanceof ProblemError && away.includes(error.problemName);
}

/** The top-level field that a JSON pointer leads to. */
const fieldAt = (pointer: string): string =>
  (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');

const keyOf = (person_id: string, form_id: string) => `${person_id}/${form_id}`;

/** A field that the schema does not name cannot be shown, so its value stays out. */
function withDefaults(schema: FormSchema, values: FormData): FormSchema {
  const known = Object.entries(schema.properties).flatMap(([name, field]) =>
    typeof field === 'object' && Object.hasOwn(values, name)
      ? [[name, { ...field, default: values[name] }] as const]
      : [],
  );
  if (known.length === 0) return schema;
  const properties = { ...schema.properties, ...Object.fromEntries(known) };
  return { ...schema, properties, 'x-prefilled': known.map(([name]) => name) };
}
