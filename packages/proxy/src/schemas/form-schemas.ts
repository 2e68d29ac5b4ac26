import { LRUCache } from 'lru-cache';
import type { FormData, FormSchema, ProblemName } from 'precandidate-contract';
import { ProblemError } from '../shared/problem-error.ts';
import type { App } from '../plugins/app-type.ts';
import type { FormName } from '../forms/submission-bodies.ts';
import type { SchemaStore } from './store.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import { digest } from '../shared/digest.ts';
import { LONGEST_READ_MS, responseWithinTime, withinTime } from '../shared/within-time.ts';
import type { FormValidator } from '../validation/form-validator.ts';
import { segmentsOf } from '../validation/json-pointer.ts';
import { prefillContext, type SessionScope } from '../auth/session-tokens.ts';

const FORMS_KEPT = 2_000;
const KEPT_MS = 5 * 60_000;
/** For the last known schema: the service may be available again soon. */
const KEPT_BRIEFLY_MS = 10_000;
/** A known schema is used when the service takes longer: candidates wait for it. */
const STALLED_MS = 2_000;
/** Schemas that differ: as many as an account has pipelines and lists of reports. */
const SCHEMAS_KEPT = 500;

export type FormSchemas = ReturnType<typeof createFormSchemas>;

/** The forms' schemas, sanitized and cached; concurrent requests for one make one call to the service. */
export function createFormSchemas(app: App, store: SchemaStore) {
  const { service, prefills, validator, onBackgroundError: onError } = app;
  const longestReadMs = app.deadlineMs ?? LONGEST_READ_MS;

  const cache = new LRUCache<string, SanitizedSchema>({
    max: FORMS_KEPT,
    ttl: KEPT_MS,
    // A schema that is evicted while it is fetched is still the result of that fetch.
    ignoreFetchAbort: true,
    noDeleteOnStaleGet: true,
    fetchMethod: async (key, stale, { options }) => {
      const [person_id = '', form_id = ''] = key.split('/');
      const form = { person_id, form_id };
      const sent = Promise.withResolvers<number>();
      const response = service.formSchema(person_id, form_id, { onSent: sent.resolve });
      const fetched = response.then(({ text }) => keep(form, text));
      try {
        const inTime = await withinTime(fetched, STALLED_MS);
        if (inTime) return inTime;
      } catch (error) {
        if (!isTemporary(error)) throw error;
      }
      // A candidate can submit a form that was open before the service became unavailable.
      const known = stale ?? (await findStored(form));
      if (known === undefined) {
        await responseWithinTime(response, sent.promise, longestReadMs);
        return fetched;
      }
      options.ttl = KEPT_BRIEFLY_MS;
      return known;
    },
  });

  async function keep(form: FormName, text: string): Promise<SanitizedSchema> {
    const sanitized = await sanitize(text);
    store.put(form, digest(text), text, Date.now()).catch(onError);
    return sanitized;
  }

  /** Also known after a restart. */
  async function findStored(form: FormName): Promise<SanitizedSchema | undefined> {
    try {
      const text = await store.find(form);
      return text === undefined ? undefined : await sanitize(text);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /** Candidates of one pipeline get the same text: it is sanitized once for all of them. */
  const sanitizedByText = new LRUCache<string, SanitizedSchema, string>({
    max: SCHEMAS_KEPT,
    ignoreFetchAbort: true,
    fetchMethod: async (_digest, _stale, { context: text }) => {
      const sanitized = await validator.sanitize(text);
      app.metrics.schemaChanges(sanitized.changes);
      return sanitized;
    },
  });

  const sanitize = (text: string): Promise<SanitizedSchema> =>
    sanitizedByText.forceFetch(digest(text), { context: text });

  /**
   * While the service is unavailable, the last schema that it sent. Rejects with `form-not-found`,
   * `schema-unusable`, or why the service cannot be called.
   */
  function get(person_id: string, form_id: string): Promise<SanitizedSchema> {
    validator.warm();
    return cache.forceFetch(keyOf(person_id, form_id));
  }

  return {
    get,

    /** The result of `forSession` if it is cached; fetches nothing. */
    cachedFor({ prefilled, person_id, form_id }: SessionScope): SanitizedSchema | undefined {
      const sanitized = prefilled ? undefined : cache.get(keyOf(person_id, form_id));
      if (sanitized) validator.warm();
      return sanitized;
    },

    /** The same for one session: the `default`s are its prefilled values, which `x-prefilled` lists. */
    async forSession(scope: SessionScope): Promise<SanitizedSchema> {
      const sanitized = await get(scope.person_id, scope.form_id);
      if (!scope.prefilled) return sanitized;
      const sealed = await prefills.find(scope.session_id);
      if (sealed === undefined) return sanitized;
      const values = openPrefill(app, sealed, scope);
      if (values === undefined) return sanitized;
      const schema = withDefaults(
        sanitized.schema,
        await validPrefill(validator, sanitized, values),
      );
      return {
        ...sanitized,
        schema,
        json: JSON.stringify(schema),
        etag: `"${digest(sanitized.etag, scope.session_id)}"`,
      };
    },
  };
}

/** `undefined` when this process lacks the secret that sealed it: the form opens without it. */
function openPrefill(
  { sealer, onBackgroundError }: App,
  sealed: string,
  { session_id }: SessionScope,
): FormData | undefined {
  try {
    return sealer.open(sealed, prefillContext(session_id)) as FormData;
  } catch (error) {
    onBackgroundError(error);
    return undefined;
  }
}

/** Whether the service may send the schema again later: it is down, or a gateway is in the way. */
function isTemporary(error: unknown): boolean {
  const temporary: readonly ProblemName[] = [
    'service-unavailable',
    'service-busy',
    'service-refused-key',
    'service-answer-unusable',
  ];
  return error instanceof ProblemError && temporary.includes(error.problemName);
}

/** A session may be minted while its schema is unavailable: leave out values that do not fit it. */
async function validPrefill(
  validator: FormValidator,
  sanitized: SanitizedSchema,
  values: FormData,
): Promise<FormData> {
  const violations = await validator.checkPrefill(sanitized, values).catch(() => undefined);
  if (violations === undefined) return {};
  const invalid = new Set(violations.map(({ pointer }) => segmentsOf(pointer)[0]));
  // A violation of the whole object names no field.
  if (invalid.has(undefined)) return {};
  return Object.fromEntries(Object.entries(values).filter(([name]) => !invalid.has(name)));
}

const keyOf = (person_id: string, form_id: string) => `${person_id}/${form_id}`;

/** A value of a field that the schema does not declare cannot be shown, so it is left out. */
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
