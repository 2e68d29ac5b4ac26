import {
  type Bootstrap,
  IDENTIFIER,
  type Precandidate,
  type Problem,
  type ProblemName,
  type RenderedFields,
  type Session,
  type Snapshot,
  SUBMISSION_CHANNELS,
  SUBMISSION_STATES,
} from 'precandidate-contract';
import { ProblemError } from '../shared/problem-error.ts';
import { Type } from 'typebox';

export const Identifier = Type.String({ pattern: IDENTIFIER.source });
const CountryCode = Type.String({ pattern: '^[A-Za-z]{2}$' });

export const PersonParams = Type.Object({ person_id: Identifier });
export const FormParams = Type.Object({ person_id: Identifier, form_id: Identifier });
export const CountryParams = Type.Object({ country_code: CountryCode });
export const CountryPersonParams = Type.Object({
  country_code: CountryCode,
  person_id: Identifier,
});

/** A body that is relayed to the service unchanged: any object. */
export const RelayedBody = Type.Object({}, { additionalProperties: true });

declare module 'fastify' {
  interface FastifySchema {
    /** Successful responses by status, for `/openapi.json` only: responses are not reduced to them. */
    returns?: Readonly<Record<number, unknown>>;
    /** Besides those of the hook that authenticates the request. */
    problems?: readonly ProblemName[];
  }
}

export const oneOf = <const Word extends string>(words: readonly Word[]) => Type.Enum([...words]);
export const TextOrNull = Type.Union([Type.String(), Type.Null()]);
export const TimeOrNull = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

/** The query of a list for operators. A filter with another name would find everything. */
export const listQuery = <const State extends string>(states: readonly State[]) =>
  Type.Object(
    {
      state: Type.Optional(oneOf(states)),
      person_id: Type.Optional(Type.String({ minLength: 1 })),
      since: Type.Optional(Type.String({ description: 'Stored then or later; ISO 8601' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
    },
    { additionalProperties: false },
  );

export interface ListFilter<State extends string> {
  state?: State | undefined;
  person_id?: string | undefined;
  /** Stored then or later, in epoch milliseconds. */
  since?: number | undefined;
  limit: number;
}

/** The filters of a list, with `since` in epoch milliseconds. Throws `invalid-request` for another text. */
export function listFilter<Query extends { since?: string; limit?: number }>(query: Query) {
  const { since, limit = 100, ...filter } = query;
  const time = since === undefined ? undefined : Date.parse(since);
  if (Number.isNaN(time)) {
    const detail = 'must be a date and time in ISO 8601';
    const errors = [{ pointer: '/since', keyword: 'format', detail }];
    throw new ProblemError('invalid-request', { errors });
  }
  return { ...filter, limit, since: time };
}

/** Epoch milliseconds in ISO 8601. */
export const timeOrNull = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

export const SnapshotSchema = Type.Object(
  {
    revision: Type.Integer({ description: 'The snapshot with the larger revision is newer' }),
    person_id: Type.String(),
    precandidate_id: Type.String(),
    precandidate_status: TextOrNull,
    updated_at: TextOrNull,
    state: oneOf(SUBMISSION_STATES),
    attempt: Type.Integer(),
    stored: Type.Optional(
      Type.Boolean({
        description: 'The proxy will deliver the data: the page can be closed',
      }),
    ),
    by: Type.Union([Type.Literal('form'), Type.Literal('elsewhere'), Type.Null()]),
    channel: oneOf(SUBMISSION_CHANNELS),
    form_url: TextOrNull,
  } satisfies Record<keyof Snapshot, unknown>,
  { description: 'The state of the form' },
);

export const SessionSchema = Type.Object(
  {
    token: Type.String(),
    session_id: Type.String(),
    expires_at: Type.String({ format: 'date-time' }),
    html: Type.Optional(
      Type.String({ description: 'The element with its prerendered form, for the page' }),
    ),
  } satisfies Record<keyof Session, unknown>,
  { description: 'A session for one form' },
);

const RenderedFieldsSchema = Type.Object(
  {
    html: Type.Optional(Type.String({ description: 'The content of the element’s shadow root' })),
    fingerprint: Type.String({
      description: 'Hash of the schema, `ui_schema`, country, and widget version',
    }),
    locale: Type.String({ description: 'BCP 47' }),
  } satisfies Record<keyof RenderedFields, unknown>,
  { description: 'The prerendered form' },
);

export const BootstrapSchema = Type.Object(
  {
    schema: Type.Unknown({ description: 'The sanitized schema' }),
    schema_etag: Type.Union([Type.String(), Type.Null()]),
    ui_schema: Type.Optional(
      Type.Unknown({ description: 'The session’s `ui_schema`, as far as it fits the schema' }),
    ),
    snapshot: SnapshotSchema,
    record: Type.Unknown({ description: 'The service’s record, without personal data, or null' }),
    locale: Type.String({ description: 'BCP 47: the form’s language and region' }),
    fields: Type.Union([RenderedFieldsSchema, Type.Null()]),
    draft_keys: Type.Array(Type.String(), {
      minItems: 1,
      description: 'AES-256-GCM keys as base64url: the first encrypts, each decrypts',
    }),
  } satisfies Record<keyof Bootstrap, unknown>,
  { description: 'Everything that opens a form' },
);

/** The body of every error. */
export const ProblemSchema = Type.Object({
  type: Type.String({ description: 'urn:precandidate:problem:<name>' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({ pointer: Type.String(), keyword: Type.String(), detail: Type.String() }),
    ),
  ),
  form_url: Type.Optional(Type.String({ description: 'The service’s own form' })),
} satisfies Record<keyof Problem, unknown>);

/** Problems of every path that needs a session. */
export const SESSION_PROBLEMS = [
  'session-invalid',
  'session-expired',
  'session-revoked',
  'session-out-of-scope',
  'origin-not-allowed',
  'rate-limited',
  'database-unavailable',
] as const;

export const ServiceResponse = Type.Unknown({
  description: 'The service’s response, unchanged',
});

/** Problems of every path that calls the service. */
export const SERVICE_PROBLEMS = [
  'service-refused-key',
  'service-refused-request',
  'service-answer-unusable',
  'service-unavailable',
  'service-busy',
] as const;

/** The service's record as the interface documents it. A real one can lack fields or have others. */
export const PrecandidateSchema = Type.Object(
  {
    person_id: Type.String(),
    precandidate_id: Type.String({ description: 'The `form_id` of other requests' }),
    form_url: Type.String({ description: 'The hosted form' }),
    reports_enabled: Type.Array(Type.String()),
    report_settings: Type.Object({}, { additionalProperties: true }),
    email: Type.String(),
    phone: Type.String(),
    country_code: Type.String(),
    precandidate_status: Type.String({ description: '`CREATED`, `SUBMITTED`, or another value' }),
    pipeline_id: Type.String(),
    pipeline_name: Type.String(),
    created_at: Type.String({ description: 'YYYY-MM-DDThh:mm:ss.ffffff, without zone' }),
    updated_at: Type.String({ description: 'Same format' }),
  } satisfies Record<keyof Precandidate, unknown>,
  { description: 'The service’s record' },
);
