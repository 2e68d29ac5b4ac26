import createClient, { type Client, type ClientOptions, type Middleware } from 'openapi-fetch';
import type { RelayEvent } from 'precandidate-contract';
import { Webhook } from 'standardwebhooks';
import type { components, paths } from './generated/proxy-api.ts';

export type {
  PersonCompleted,
  Precandidate,
  PrecandidateChange,
  PrecandidateCreation,
  RelayEvent,
  RelayEventType,
  Session,
  SessionRequest,
  SubmissionFailure,
  UiSchema,
} from 'precandidate-contract';
export { problemName } from 'precandidate-contract';
export { WebhookVerificationError } from 'standardwebhooks';

/** An error of the proxy. You can show `title` to users; `type` names it in the problem catalog. */
export type Problem = components['schemas']['Problem'];
/** Calls a route of the proxy by its method and path, with typed parameters and responses. */
export type ProxyClient = Client<paths>;

/**
 * A client for the proxy's back-end routes. Each call resolves to `{ data, error, response }`; `error`
 * is a {@link Problem}. It rejects only if the proxy cannot be reached, or something between responds
 * in its place, such as a load balancer with a page of its own.
 *
 * ```ts
 * const proxy = createProxyClient({ url: 'https://proxy.internal', key: process.env.BACKEND_KEY });
 * const { data, error } = await proxy.POST('/sessions', { body: { person_id, form_id } });
 * ```
 */
export function createProxyClient({
  url,
  key,
  ...options
}: {
  /** The proxy's address inside your network. */
  url: string;
  /** One of the proxy's `BACKEND_KEYS`. Keep it on the server. */
  key: string;
  /** Replaces the global `fetch`, for example to add a timeout. */
  fetch?: NonNullable<ClientOptions['fetch']>;
}): ProxyClient {
  const headers = { accept: 'application/json', authorization: `Bearer ${key}` };
  const client = createClient<paths>({ ...options, baseUrl: url, headers });
  client.use(REJECT_OTHERS);
  return client;
}

/** Without it, an error with an empty body would have no `error`, as a success. */
const REJECT_OTHERS: Middleware = {
  async onResponse({ request, response: { ok, status, headers, body } }) {
    const type = headers.get('content-type')?.toLowerCase() ?? '';
    const isOurs = ok
      ? status === 204 || (type !== '' && !type.startsWith('text/html'))
      : type.startsWith('application/problem+json');
    if (isOurs) return;
    // Its connection is free then.
    await body?.cancel();
    const { host, pathname } = new URL(request.url);
    throw new Error(
      `Not a response of the proxy: ${status}${type && ` (${type})`} from ${host} to ${request.method} ${pathname}`,
    );
  },
};

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature of a relayed event (Standard Webhooks) and returns the event. Throws a
 * `WebhookVerificationError` when the signature is wrong or older than five minutes.
 */
export function verifyEvent({
  body,
  headers,
  secret,
}: {
  /** The bytes that arrived: JSON that was parsed and written again has another signature. */
  body: string | Buffer;
  /** Of the request, as Node's or as `Headers`. */
  headers: Headers | HeaderValues;
  /** One of the proxy's `RELAY_SECRET`: `whsec_…`. */
  secret: string;
}): RelayEvent {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const values = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body, values) as RelayEvent;
}
