/** A type of problem. `retryable`: the same request can succeed later. */
export interface ProblemKind {
  title: string;
  /** HTTP status; 0 for problems that only occur in the browser. */
  status: number;
  retryable: boolean;
}

const kind = (status: number, title: string, retryable = false): ProblemKind => ({
  title,
  status,
  retryable,
});

/**
 * The problem catalog: every error of the proxy and the widget, by the last part of its `type`. The
 * first three are errors of the service and keep its status and title.
 */
export const PROBLEMS = {
  'pipeline-not-found': kind(404, 'Pipeline not found'),
  'form-not-found': kind(404, 'Precandidate form not found'),
  'validation-failed': kind(422, 'Validation failed'),

  'malformed-body': kind(400, 'The body is not valid JSON'),
  'invalid-request': kind(400, 'The request has the wrong shape'),
  'idempotency-key-missing': kind(400, 'The Idempotency-Key header is missing or malformed'),
  unauthorized: kind(401, 'A valid key is required'),
  'session-invalid': kind(401, 'The session is not valid'),
  'session-expired': kind(401, 'The session has expired', true),
  'session-revoked': kind(401, 'The session was revoked'),
  'webhook-unauthorized': kind(401, 'The webhook secret is missing or wrong'),
  'session-out-of-scope': kind(403, 'The session is for another form'),
  'origin-not-allowed': kind(403, 'This origin may not use the session'),
  'form-host-not-allowed': kind(403, 'The form address is outside FORM_HOSTS'),
  'path-not-found': kind(404, 'There is nothing at this path'),
  'country-not-found': kind(404, 'The country code is not two letters'),
  'record-not-found': kind(404, 'The service has no such record'),
  'delivery-not-found': kind(404, 'There is no such delivery'),
  'method-not-allowed': kind(405, 'This path does not take this method'),
  'request-too-slow': kind(408, 'The request took too long to arrive', true),
  'submission-in-progress': kind(409, 'A submission of this form is under way', true),
  'already-submitted': kind(409, 'This form was already submitted'),
  'submission-not-stored': kind(409, 'No stored submission can be sent again'),
  'body-too-large': kind(413, 'The body is too large'),
  'media-type-unsupported': kind(415, 'The body must be application/json'),
  'idempotency-key-reused': kind(422, 'The Idempotency-Key was used with other data'),
  'prefill-invalid': kind(422, 'The prefill does not fit the form'),
  'ui-schema-invalid': kind(422, 'The ui_schema does not fit the form'),
  'submission-refused': kind(422, 'The service refused the data'),
  'rate-limited': kind(429, 'Too many requests', true),
  'headers-too-large': kind(431, 'The headers are too large'),

  internal: kind(500, 'Something went wrong on our side', true),
  'schema-unusable': kind(502, 'The form schema cannot be used'),
  'service-answer-unusable': kind(502, 'The service gave an answer that cannot be used', true),
  'service-refused-key': kind(502, 'The service does not accept the proxy’s API key'),
  'hosted-form-refused': kind(502, 'The hosted form does not let the proxy in'),
  'service-refused-request': kind(502, 'The service refused the request'),
  'service-unavailable': kind(503, 'The service cannot be reached', true),
  'service-busy': kind(503, 'The service asks to wait', true),
  'database-unavailable': kind(503, 'The database cannot be reached', true),
  'streams-exhausted': kind(503, 'No stream is free', true),
  'shutting-down': kind(503, 'The proxy is stopping', true),

  'proxy-unreachable': kind(0, 'The proxy cannot be reached', true),
  'session-missing': kind(0, 'The element has no session'),
  'session-unavailable': kind(0, 'No session could be fetched', true),
  'proxy-url-invalid': kind(0, 'The proxy-url is not a web address'),
  'form-broken': kind(0, 'The form cannot be shown'),
} as const satisfies Record<string, ProblemKind>;
export type ProblemName = keyof typeof PROBLEMS;

const PREFIX = 'urn:precandidate:problem:';

/** A violation of the form's schema. `detail` is human-readable and contains no value. */
export interface Violation {
  /**
   * JSON Pointer to the field, e.g. `/referees/0/phone`, also when the field is missing. With
   * `ui-schema-invalid`, into the `ui_schema`.
   */
  pointer: string;
  /** The schema keyword, e.g. `required`. */
  keyword: string;
  detail: string;
}

/** Body of an error response, `application/problem+json` (RFC 9457). */
export interface Problem {
  /** `urn:precandidate:problem:<name>` */
  type: string;
  title: string;
  status: number;
  /** About this occurrence; never contains a value, a key, or a token. */
  detail?: string;
  /** With `validation-failed`, `prefill-invalid`, and `ui-schema-invalid`. */
  errors?: Violation[];
  /** With `schema-unusable`: the service's own form, where the candidate can continue. */
  form_url?: string;
}

/** The `type` of a problem by its name. */
export function problemType(name: ProblemName): string {
  return PREFIX + name;
}

/** The name in a `type`; `undefined` for types of others. */
export function problemName(type: unknown): ProblemName | undefined {
  if (typeof type !== 'string' || !type.startsWith(PREFIX)) return undefined;
  const name = type.slice(PREFIX.length);
  return Object.hasOwn(PROBLEMS, name) ? (name as ProblemName) : undefined;
}

/** The body of a problem. */
export function problem(
  name: ProblemName,
  extra: Pick<Problem, 'detail' | 'errors' | 'form_url'> = {},
): Problem {
  const { title, status } = PROBLEMS[name];
  return { type: problemType(name), title, status, ...extra };
}
