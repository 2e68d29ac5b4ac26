import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import {
  PROBLEMS,
  problemType,
  type Precandidate,
  type Problem,
  type ProblemName,
  type Session,
  type SessionRequest,
} from 'precandidate-contract';

export const BACKEND_KEY = 'backend-key-0123456789';
export const SESSION_SECRET = 'session-secret-0123456789-0123456789';
export const WEBHOOK_SECRET = 'webhook-secret-0123456789';
export const RELAY_SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
export const ORIGIN = 'https://hr.example';

/**
 * Options of a proxy under test: on a busy machine, validating and rendering may take long. A submit
 * validates, then waits for its outcome; both together stay under the element's limit of 60 s.
 */
export const BUSY_MACHINE = { deadlineMs: 25_000 };

/** Valid settings of a proxy in front of a service. */
export function proxySettings({
  apiUrl,
  apiKey = 'the-api-key-0123456789',
}: {
  apiUrl: string;
  apiKey?: string;
}): Record<string, string> {
  return {
    UPSTREAM_URL: apiUrl,
    UPSTREAM_API_KEY: apiKey,
    BACKEND_KEYS: BACKEND_KEY,
    SESSION_SECRETS: SESSION_SECRET,
    WEBHOOK_SECRETS: WEBHOOK_SECRET,
    ALLOWED_ORIGINS: ORIGIN,
    // Many forms are open at once, and each submit waits for a poll.
    UPSTREAM_RPS: '1000',
    RATE_LIMIT: '10000',
    DATA_DIR: ':memory:',
    PORT: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  };
}

export interface ProxyRequest {
  method?: string;
  token?: string;
  origin?: string;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a string. */
  body?: unknown;
}

/** Sends a request to the proxy as the portal's back end, or with another `token`. */
export function requestProxy(
  url: string,
  path: string,
  request: ProxyRequest = {},
): Promise<Response> {
  const { token = BACKEND_KEY, body, origin, headers } = request;
  return fetch(url + path, {
    method: request.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${token}`,
      ...(origin === undefined ? {} : { origin }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** A precandidate for Peru, or as `creation` says. */
export async function newPrecandidate(url: string, creation: object = {}): Promise<Precandidate> {
  const peru = { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' };
  const response = await requestProxy(url, '/precandidate', { body: { ...peru, ...creation } });
  return (await response.json()) as Precandidate;
}

/** A session for its form, valid on {@link ORIGIN} or as `request` says. */
export async function newSession(
  url: string,
  { person_id, precandidate_id: form_id }: Precandidate,
  request: Partial<SessionRequest> = {},
): Promise<string> {
  const body = { person_id, form_id, origin: ORIGIN, ...request };
  const response = await requestProxy(url, '/sessions', { body });
  return ((await response.json()) as Session).token;
}

const PRERENDER_WITHIN_MS = 5 * 60_000;

/**
 * Repeats `request` until its result has the prerendered form: on a busy machine, the proxy responds
 * without it.
 */
export async function untilPrerendered<Result>(
  request: () => Promise<Result>,
  isPrerendered: (result: Result) => boolean,
): Promise<Result> {
  const deadline = performance.now() + PRERENDER_WITHIN_MS;
  for (;;) {
    const result = await request();
    if (isPrerendered(result)) return result;
    if (performance.now() > deadline) throw new Error('the form was not prerendered');
    await pause(50);
  }
}

/** `response` is the problem `name` of the catalogue and reveals no internals. */
export async function assertProblem(response: Response, name: ProblemName): Promise<Problem> {
  const text = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/, text);
  const problem = JSON.parse(text) as Problem;
  const { title, status } = PROBLEMS[name];
  assert.deepEqual(
    {
      type: problem.type,
      title: problem.title,
      status: problem.status,
      responseStatus: response.status,
    },
    { type: problemType(name), title, status, responseStatus: status },
  );
  assert.doesNotMatch(text, /\.ts:\d+|\.js:\d+|node_modules|node:internal|Error:/);
  return problem;
}
