import type { FormData, FormSchema } from 'precandidate-contract';
import type { SessionScope } from '../auth/session-tokens.ts';
import { changeRow, type Database } from '../db/database.ts';
import { NOT_ERASED } from '../forms/form-store.ts';
import { digest } from '../shared/digest.ts';
import type { Sealer } from '../shared/sealer.ts';
import type { FormValidator } from '../validation/form-validator.ts';
import { segmentsOf } from '../validation/json-pointer.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';

interface PrefillParts {
  prefills: Pick<Prefills, 'find'>;
  validator: Pick<FormValidator, 'checkPrefill'>;
  onError: (error: unknown) => void;
}

/**
 * A form's schema for a session with prefilled values: they are the `default`s, which `x-prefilled` lists.
 * A form opens without values that cannot be read.
 */
export async function prefilledSchema(
  { prefills, validator, onError }: PrefillParts,
  sanitized: SanitizedSchema,
  session: SessionScope,
): Promise<SanitizedSchema> {
  const values = await prefills.find(session.session_id).catch((error) => void onError(error));
  if (values === undefined) return sanitized;
  const valid = await validPrefill(validator, sanitized, values, session.person_id);
  const schema = withDefaults(sanitized.schema, valid);
  const etag = prefilledEtag(sanitized, session);
  return { ...sanitized, schema, json: JSON.stringify(schema), etag };
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
  validator: PrefillParts['validator'],
  sanitized: SanitizedSchema,
  values: FormData,
  person_id: string,
): Promise<FormData> {
  const violations = await validator
    .checkPrefill(sanitized, values, person_id)
    .catch(() => undefined);
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

/** Values that a session was minted with, sealed, kept as long as its token lives. */
export class Prefills {
  readonly #db: Database;
  readonly #sealer: Sealer;

  constructor(db: Database, sealer: Sealer) {
    this.#db = db;
    this.#sealer = sealer;
  }

  /** Stores nothing of an erased person. */
  async put(
    {
      session_id,
      person_id,
      expires_at,
    }: Pick<SessionScope, 'session_id' | 'person_id' | 'expires_at'>,
    values: FormData,
  ): Promise<void> {
    const sealed = await this.#sealer.seal(JSON.stringify(values), contextOf(session_id));
    const insert = {
      sql: 'insert into prefills(session_id, person_id, sealed, expires_at) values ($1, $2, $3, $4)',
      params: [session_id, person_id, sealed, expires_at],
    };
    await changeRow(this.#db, { sql: NOT_ERASED, params: [person_id] }, [insert]);
  }

  /** Rejects when this process lacks the secret that sealed them. */
  async find(session_id: string): Promise<FormData | undefined> {
    const [row] = await this.#db.query<{ sealed: Uint8Array<ArrayBuffer> }>(
      'select sealed from prefills where session_id = $1',
      session_id,
    );
    if (row === undefined) return undefined;
    const json = await this.#sealer.open(row.sealed, contextOf(session_id));
    return JSON.parse(json.toString()) as FormData;
  }
}

const contextOf = (session_id: string): string => `prefill ${session_id}`;
