import type { FormData, FormSchema } from 'precandidate-contract';
import type { SessionScope } from '../auth/session-tokens.ts';
import { digest } from '../shared/digest.ts';
import type { FormValidator } from '../validation/form-validator.ts';
import { segmentsOf } from '../validation/json-pointer.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import type { FormSchemas } from './form-schemas.ts';
import type { Prefills } from './prefills.ts';

interface SessionSchemaParts {
  schemas: Pick<FormSchemas, 'get'>;
  prefills: Pick<Prefills, 'find'>;
  validator: Pick<FormValidator, 'checkPrefill'>;
  onError: (error: unknown) => void;
}

export type SessionSchemas = ReturnType<typeof createSessionSchemas>;

/** A form's schema for one session: the `default`s are its prefilled values, which `x-prefilled` lists. */
export function createSessionSchemas(parts: SessionSchemaParts) {
  const { schemas, prefills, onError } = parts;

  return {
    /** Rejects as {@link FormSchemas.get}. A form opens without values that cannot be read. */
    async get(session: SessionScope, signal?: AbortSignal): Promise<SanitizedSchema> {
      const sanitized = await schemas.get(session, signal);
      if (!session.prefilled) return sanitized;
      const values = await prefills.find(session.session_id).catch((error) => void onError(error));
      if (values === undefined) return sanitized;
      const schema = withDefaults(sanitized.schema, await validPrefill(parts, sanitized, values));
      const etag = prefilledEtag(sanitized, session);
      return { ...sanitized, schema, json: JSON.stringify(schema), etag };
    },
  };
}

/** Whether an ETag that the session got names this schema. */
export function isSchemaOf(
  etag: string,
  sanitized: SanitizedSchema,
  session: Pick<SessionScope, 'session_id'>,
): boolean {
  return [sanitized.etag, prefilledEtag(sanitized, session)].includes(etag.replace(/^W\//, ''));
}

const prefilledEtag = (
  { etag }: SanitizedSchema,
  { session_id }: Pick<SessionScope, 'session_id'>,
): string => `"${digest(etag, session_id)}"`;

/** A session may be minted while its schema is unavailable: leave out values that do not fit it. */
async function validPrefill(
  { validator }: SessionSchemaParts,
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

/** A value that the form does not ask for cannot be shown, so it is left out. */
function withDefaults(schema: FormSchema, values: FormData): FormSchema {
  const required = (schema.required ?? []).map((name) => [name, true] as const);
  const fields = { ...Object.fromEntries(required), ...schema.properties };
  const known = Object.entries(fields).flatMap(([name, field]) =>
    field !== false && Object.hasOwn(values, name)
      ? [[name, { ...(field === true ? {} : field), default: values[name] }] as const]
      : [],
  );
  if (known.length === 0) return schema;
  const properties = { ...schema.properties, ...Object.fromEntries(known) };
  return { ...schema, properties, 'x-prefilled': known.map(([name]) => name) };
}
