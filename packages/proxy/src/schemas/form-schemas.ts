import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ProblemName } from 'precandidate-contract';
import type { SessionScope } from '../auth/session-tokens.ts';
import { ProblemError } from '../shared/problem-error.ts';
import type { Database } from '../db/database.ts';
import { sql } from '../db/sql-template.ts';
import { type FormName, ifNotErased } from '../forms/form-store.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { SanitizedSchema } from '../sanitizer/sanitize-schema.ts';
import type { Clock } from '../shared/clock.ts';
import { digest } from '../shared/digest.ts';
import { responseWithinTime } from '../shared/within-time.ts';
import type { ValidationPool } from '../validation/validation-pool.ts';
import type { Service } from '../upstream/service.ts';
import type { ReadOptions } from '../upstream/service-client.ts';
import { type SessionForm, sessionForm, type SessionFormParts } from './session-form.ts';

const FORMS_KEPT = 2_000;
/** Schemas that differ: as many as an account has pipelines and lists of reports. */
const SCHEMAS_KEPT = 500;
/** Of the changes of one schema. */
const LOGGED = 20;
/** A schema that was read longer ago is read again, after it was used. */
const FRESH_MS = 5 * 60_000;
/** After an attempt to read it again. */
const NOT_AGAIN_MS = 10_000;

interface Known {
  sanitized: SanitizedSchema;
  /** From when on it is read again, in milliseconds of the monotonic clock. */
  refreshAt: number;
}

export interface SchemaParts {
  clock: Clock;
  service: Pick<Service, 'formSchema'>;
  store: Pick<SchemaStore, 'put' | 'find' | 'remove'>;
  sessionData: SessionFormParts['sessionData'];
  validator: SessionFormParts['validator'] & Pick<ValidationPool, 'sanitize' | 'warm'>;
  metrics: Pick<Metrics, 'schemaChange' | 'schemaWork'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** The longest that a candidate waits for the service; `undefined`: the default. */
  longestReadMs: number | undefined;
  onError: (error: unknown) => void;
}

/**
 * The forms' schemas, sanitized. A known one is used at once, also one that an earlier process stored,
 * and refreshed in the background when it is old.
 */
export class FormSchemas {
  readonly #parts: SchemaParts;
  readonly #known = new LRUCache<string, Known>({ max: FORMS_KEPT });
  readonly #sanitize: (text: string) => Promise<SanitizedSchema>;

  constructor(parts: SchemaParts) {
    this.#parts = parts;
    this.#sanitize = createSanitizer(parts);
  }

  /** Rejects with `form-not-found`, `schema-unusable`, or why the service cannot be called. */
  async get(form: FormName): Promise<SanitizedSchema> {
    this.#parts.validator.warm();
    const one = this.#known.get(keyOf(form)) ?? (await this.#findStored(form));
    if (one === undefined) return this.#readNow(form);
    if (isOld(one)) void this.#refresh(form, one);
    return one.sanitized;
  }

  /** The same for one session, with its prefilled values and `ui_schema`. */
  async getFor(session: SessionScope): Promise<SessionForm> {
    const sanitized = await this.get(session);
    return session.has_data ? sessionForm(this.#parts, sanitized, session) : sanitized;
  }

  /** The schema that the service has now; while it is unavailable, the known one. */
  async getNewest(form: FormName): Promise<SanitizedSchema> {
    try {
      return await this.#readNow(form);
    } catch (error) {
      const one = this.#known.get(keyOf(form));
      if (one === undefined || isAboutForm(error)) throw error;
      return one.sanitized;
    }
  }

  async #fetch({ person_id, form_id }: FormName, options: ReadOptions): Promise<string> {
    const { text } = await this.#parts.service.formSchema(person_id, form_id, options);
    return text;
  }

  async #keep(form: FormName, text: string): Promise<SanitizedSchema> {
    const { store, clock, onError } = this.#parts;
    const sanitized = await this.#sanitize(text);
    const before = this.#known.get(keyOf(form));
    this.#known.set(keyOf(form), { sanitized, refreshAt: performance.now() + FRESH_MS });
    // Requests at the same time share one read.
    if (before?.sanitized !== sanitized || isOld(before))
      store.put(form, { text, hash: digest(text), fetchedAt: clock.now() }).catch(onError);
    return sanitized;
  }

  /** For a candidate who waits for the service, but not for long. Our own work may take longer on a busy machine. */
  async #readNow(form: FormName): Promise<SanitizedSchema> {
    const { sanitized } = await responseWithinTime(async (onSent) => {
      const kept = this.#keep(form, await this.#fetch(form, { onSent }));
      // It goes on when nobody waits for it any more.
      kept.catch(() => {});
      return { sanitized: kept };
    }, this.#parts.longestReadMs);
    return sanitized;
  }

  /** Only if the request budget has room now: candidates and polls go first. */
  async #refresh(form: FormName, one: Known): Promise<void> {
    const { store, onError } = this.#parts;
    one.refreshAt = performance.now() + NOT_AGAIN_MS;
    try {
      await this.#keep(form, await this.#fetch(form, { maxWaitMs: 0 }));
    } catch (error) {
      if (!isAboutForm(error)) return;
      this.#known.delete(keyOf(form));
      await store.remove(form).catch(onError);
    }
  }

  async #findStored(form: FormName): Promise<Known | undefined> {
    try {
      const text = await this.#parts.store.find(form);
      if (text === undefined) return undefined;
      const stored = { sanitized: await this.#sanitize(text), refreshAt: -Infinity };
      const one = this.#known.get(keyOf(form)) ?? stored;
      this.#known.set(keyOf(form), one);
      return one;
    } catch (error) {
      this.#parts.onError(error);
      return undefined;
    }
  }
}

const keyOf = ({ person_id, form_id }: FormName) => `${person_id}/${form_id}`;
const isOld = ({ refreshAt }: Known): boolean => performance.now() >= refreshAt;

/** Candidates of one pipeline get the same text: it is sanitized once for all of them. */
function createSanitizer({ validator, metrics, log }: SchemaParts) {
  const byText = new LRUCache<string, SanitizedSchema, string>({
    max: SCHEMAS_KEPT,
    ignoreFetchAbort: true,
    fetchMethod: async (_digest, _stale, { context: text }) => {
      const sanitized = await validator.sanitize(text);
      metrics.schemaWork('sanitized');
      for (const change of sanitized.changes) metrics.schemaChange(change.split(' ')[0] ?? change);
      if (sanitized.changes.length > 0)
        log.warn(
          { changes: sanitized.changes.slice(0, LOGGED) },
          'parts of a form schema are ignored',
        );
      return sanitized;
    },
  });
  return (text: string): Promise<SanitizedSchema> =>
    byText.forceFetch(digest(text), { context: text });
}

/** Whether the form is gone or its schema cannot be used; otherwise the service may send it later. */
function isAboutForm(error: unknown): boolean {
  const names: readonly ProblemName[] = ['form-not-found', 'schema-unusable'];
  return error instanceof ProblemError && names.includes(error.problemName);
}

/** `fetched_at` is only for retention, so it need not be exact. */
const NOTE_EVERY_MS = 24 * 60 * 60_000;

interface FormText {
  /** As the service sent it. */
  text: string;
  /** Identifies the text: the forms of one pipeline share it, so it is stored once. */
  hash: string;
  fetchedAt: number;
}

/** Each form's last good schema, as the service sent it, for when the service is unavailable. */
export class SchemaStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores nothing of an erased person. */
  async put({ person_id, form_id }: FormName, { text, hash, fetchedAt }: FormText): Promise<void> {
    await this.#db.queryLossy(
      sql`insert into schemas(hash, schema, fetched_at) values (${hash}, ${text}, ${fetchedAt})
         on conflict(hash) do update set fetched_at = excluded.fetched_at
         where schemas.fetched_at < ${fetchedAt - NOTE_EVERY_MS}`,
    );
    await this.#db.queryLossy(
      sql`insert into form_schemas(person_id, form_id, hash, fetched_at)
         select ${person_id}, ${form_id}, ${hash}, cast(${fetchedAt} as bigint) from (${ifNotErased(person_id)}) as owner where true
         on conflict(person_id, form_id) do update
           set hash = excluded.hash, fetched_at = excluded.fetched_at
         where form_schemas.hash <> excluded.hash or form_schemas.fetched_at < ${fetchedAt - NOTE_EVERY_MS}`,
    );
  }

  async find({ person_id, form_id }: FormName): Promise<string | undefined> {
    const [row] = await this.#db.query<{ schema: string }>(
      sql`select schema from form_schemas join schemas using (hash)
         where person_id = ${person_id} and form_id = ${form_id}`,
    );
    return row?.schema;
  }

  /** The text stays for other forms that share it. */
  async remove({ person_id, form_id }: FormName): Promise<void> {
    await this.#db.query(
      sql`delete from form_schemas where person_id = ${person_id} and form_id = ${form_id}`,
    );
  }
}
