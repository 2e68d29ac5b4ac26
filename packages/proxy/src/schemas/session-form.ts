import {
  type FormData,
  type FormSchema,
  fromPointer,
  type SessionRequest,
  type UiSchema,
} from 'precandidate-contract';
import type { SessionScope } from '../auth/session-tokens.ts';
import { changeRow, type Database } from '../db/database.ts';
import { sql } from '../db/sql-template.ts';
import { ifNotErased } from '../forms/form-store.ts';
import { digest } from '../shared/digest.ts';
import type { Sealer } from '../shared/sealer.ts';
import type { ValidationPool } from '../validation/validation-pool.ts';
import type { SanitizedSchema } from '../sanitizer/sanitize-schema.ts';

export interface SessionFormParts {
  sessionData: Pick<SessionDataStore, 'find'>;
  validator: Pick<ValidationPool, 'checkPrefill' | 'checkUiSchema'>;
  onError: (error: unknown) => void;
}

/** A form's schema for one session. */
export interface SessionForm extends SanitizedSchema {
  uiSchema?: UiSchema;
}

/**
 * A form for a session that was minted with data. Prefilled values are the `default`s, which `x-prefilled`
 * lists. A session may be minted while its schema is unavailable, or before it changes: what does not
 * fit the schema is left out. A form opens without data that cannot be read.
 */
export async function sessionForm(
  { sessionData, validator, onError }: SessionFormParts,
  sanitized: SanitizedSchema,
  session: SessionScope,
): Promise<SessionForm> {
  const data = await sessionData.find(session.session_id).catch((error) => void onError(error));
  const { prefill, ui_schema } = data ?? {};
  const [form, checked] = await Promise.all([
    prefill ? prefilledForm(validator, sanitized, session, prefill) : sanitized,
    ui_schema &&
      validator.checkUiSchema(sanitized, ui_schema, session.person_id).catch(() => undefined),
  ]);
  return { ...form, ...(checked && { uiSchema: checked.uiSchema }) };
}

async function prefilledForm(
  validator: SessionFormParts['validator'],
  sanitized: SanitizedSchema,
  session: SessionScope,
  values: FormData,
): Promise<SanitizedSchema> {
  const { schema } = sanitized;
  const required = (schema.required ?? []).map((name) => [name, true] as const);
  const fields = { ...Object.fromEntries(required), ...schema.properties };
  // A value that the form does not ask for cannot be shown, and may violate a rule of the whole object.
  const shown = Object.entries(fields).filter(
    ([name, field]) => field !== false && Object.hasOwn(values, name),
  );
  const given = Object.fromEntries(shown.map(([name]) => [name, values[name]]));
  const valid = await validPrefill(validator, sanitized, given, session.person_id);
  const prefilled = shown
    .filter(([name]) => Object.hasOwn(valid, name))
    .map(([name, field]) => {
      const own = { ...(field === true ? {} : field), default: valid[name] };
      return [name, own] as const;
    });
  if (prefilled.length === 0) return sanitized;
  const own: FormSchema = {
    ...schema,
    properties: { ...schema.properties, ...Object.fromEntries(prefilled) },
    'x-prefilled': prefilled.map(([name]) => name),
  };
  const etag = prefilledEtag(sanitized, session);
  return { ...sanitized, schema: own, json: JSON.stringify(own), etag };
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

async function validPrefill(
  validator: SessionFormParts['validator'],
  sanitized: SanitizedSchema,
  values: FormData,
  person_id: string,
): Promise<FormData> {
  const violations = await validator
    .checkPrefill(sanitized, values, person_id)
    .catch(() => undefined);
  if (violations === undefined) return {};
  const invalid = new Set(violations.map(({ pointer }) => fromPointer(pointer)[0]));
  // A violation of the whole object names no field.
  if (invalid.has(undefined)) return {};
  return Object.fromEntries(Object.entries(values).filter(([name]) => !invalid.has(name)));
}

/** What a session was minted with and its token does not contain. */
export type SessionData = Pick<SessionRequest, 'prefill' | 'ui_schema'>;

/** The data of sessions, sealed, kept as long as their tokens live. */
export class SessionDataStore {
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
    data: SessionData,
  ): Promise<void> {
    const sealed = await this.#sealer.seal(JSON.stringify(data), contextOf(session_id));
    const insert = sql`insert into session_data(session_id, person_id, sealed, expires_at) values (${session_id}, ${person_id}, ${sealed}, ${expires_at})`;
    await changeRow(this.#db, ifNotErased(person_id), [insert]);
  }

  /** Rejects when this process lacks the secret that sealed it. */
  async find(session_id: string): Promise<SessionData | undefined> {
    const [row] = await this.#db.query<{ sealed: Uint8Array<ArrayBuffer> }>(
      sql`select sealed from session_data where session_id = ${session_id}`,
    );
    if (row === undefined) return undefined;
    const json = await this.#sealer.open(row.sealed, contextOf(session_id));
    return JSON.parse(json.toString()) as SessionData;
  }
}

const contextOf = (session_id: string): string => `session ${session_id}`;
