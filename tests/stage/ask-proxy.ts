import type { Precandidate, Session } from 'precandidate-contract';
import { BACKEND_KEY, ORIGIN } from './open-service.ts';

/** A request to the proxy: a body that is not a string goes as JSON. */
export interface Ask {
  method?: string;
  token?: string;
  origin?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Asks the proxy as the portal's back end would, or with another `token`. */
export function askProxy(url: string, path: string, ask: Ask = {}): Promise<Response> {
  const { token = BACKEND_KEY, body, origin, headers } = ask;
  return fetch(url + path, {
    method: ask.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${token}`,
      ...(origin === undefined ? {} : { origin }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** A precandidate for Peru. */
export async function newPrecandidate(url: string): Promise<Precandidate> {
  const response = await askProxy(url, '/precandidate', {
    body: { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' },
  });
  return (await response.json()) as Precandidate;
}

/** A session for its form, good on `origin`: {@link ORIGIN} unless told otherwise. */
export async function newSession(
  url: string,
  { person_id, precandidate_id }: Precandidate,
  { origin = ORIGIN }: { origin?: string } = {},
): Promise<string> {
  const body = { person_id, form_id: precandidate_id, origin };
  const response = await askProxy(url, '/sessions', { body });
  return ((await response.json()) as Session).token;
}
