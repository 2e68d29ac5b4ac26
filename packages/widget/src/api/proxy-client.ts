import {
  PATHS,
  type Bootstrap,
  type BootstrapRequest,
  type DraftKeys,
  type FormData,
  type ProblemName,
  type Snapshot,
} from 'precandidate-contract';
import { ProblemError, problemOf } from './problem-error.ts';

/** Identifies a form at a proxy. */
export interface FormAddress {
  /** The proxy's address; ends with `/`. */
  proxyUrl: string;
  person_id: string;
  /** The `precandidate_id`. */
  form_id: string;
}

/** Provides the token for the next request. Throws a {@link ProblemError} when there is none. */
export type TokenSource = (rejected?: { token: string; problem: ProblemName }) => Promise<string>;

interface RequestOptions {
  signal: AbortSignal;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  cache?: RequestCache;
}

/** Seconds that the proxy may hold a long poll. */
const LONG_POLL_SECONDS = 25;

/**
 * Firefox queues a second request for an address until the first response is in the cache, which
 * never happens for a stream.
 */
const NO_CACHE = { cache: 'no-store' } as const;

/** Rejections after which the session source is called once more. */
const RENEWABLE: readonly ProblemName[] = ['session-expired', 'session-invalid'];

/**
 * The proxy's browser paths for one form. Every failure but an abort is a {@link ProblemError}. A
 * rejected session is renewed once and the request repeated, so callers see the rejection only when
 * the renewal fails.
 */
export class ProxyClient {
  readonly #address: FormAddress;
  readonly #token: TokenSource;

  constructor(address: FormAddress, token: TokenSource) {
    this.#address = address;
    this.#token = token;
  }

  /** The proxy's address; ends with `/`. */
  get proxyUrl(): string {
    return this.#address.proxyUrl;
  }

  /**
   * Everything that opens the form, in one request.
   *
   * @param locale - BCP 47 tag for the prerendered form's fingerprint
   * @param prefetched - the loader's response for a token, if it made that request
   */
  async bootstrap(
    locale: string | undefined,
    prefetched: (token: string) => Promise<Response> | undefined,
    signal: AbortSignal,
  ): Promise<Bootstrap> {
    const request = async () => {
      const response = await this.#withSession(async (session) => {
        const early = await prefetched(session)?.catch(() => undefined);
        const body = { session, fields: false, ...(locale !== undefined && { locale }) };
        return early ?? reach(requestBootstrap(this.proxyUrl, body, signal), signal);
      });
      return readBody<Bootstrap>(response, signal);
    };
    const bootstrap = await request();
    return this.#isForThisForm(bootstrap) ? bootstrap : request();
  }

  /** The keys of this form's draft as base64url, newest first. */
  async draftKeys(signal: AbortSignal): Promise<readonly string[]> {
    const { draft_keys } = await this.#json<DraftKeys>(PATHS.draftKey(...this.#ids), { signal });
    return draft_keys;
  }

  async snapshot(signal: AbortSignal): Promise<Snapshot> {
    return this.#json<Snapshot>(PATHS.status(...this.#ids), { signal, ...NO_CACHE });
  }

  /**
   * Waits for a snapshot newer than `revision`. `isHeld`: the proxy held the response until something
   * changed or the time was up.
   */
  async nextSnapshot(
    revision: number | undefined,
    signal: AbortSignal,
  ): Promise<{ snapshot?: Snapshot; isHeld: boolean }> {
    const headers = {
      Prefer: `wait=${LONG_POLL_SECONDS}`,
      ...(revision !== undefined && { 'If-None-Match': `"${revision}"` }),
    };
    const path = PATHS.status(...this.#ids);
    const response = await this.#request(path, { signal, headers, ...NO_CACHE });
    const isHeld = response.headers.has('preference-applied');
    if (response.status === 304) return { isHeld };
    return { snapshot: await readBody<Snapshot>(response, signal), isHeld };
  }

  /** Sends the data. Repeating the same `key` and data counts as one submission. */
  async submit(data: FormData, key: string, signal: AbortSignal): Promise<Snapshot> {
    return this.#json<Snapshot>(PATHS.submission(...this.#ids), {
      signal,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(data),
    });
  }

  /** Opens the event stream of snapshots. */
  async stream(signal: AbortSignal): Promise<Response> {
    const headers = { Accept: 'text/event-stream' };
    return this.#request(PATHS.status(...this.#ids), { signal, headers, ...NO_CACHE });
  }

  #isForThisForm({ snapshot }: Bootstrap): boolean {
    const { person_id, form_id } = this.#address;
    return snapshot.person_id === person_id && snapshot.precandidate_id === form_id;
  }

  get #ids(): [string, string] {
    return [this.#address.person_id, this.#address.form_id];
  }

  async #json<Body>(path: string, options: RequestOptions): Promise<Body> {
    return readBody<Body>(await this.#request(path, options), options.signal);
  }

  #request(path: string, options: RequestOptions): Promise<Response> {
    return this.#withSession((token) => this.#send(path, options, token));
  }

  async #withSession(send: (token: string) => Promise<Response>): Promise<Response> {
    const token = await this.#token();
    const response = await send(token);
    if (isSuccess(response)) return response;
    const failure = await problemOf(response);
    if (!RENEWABLE.includes(failure.problem)) throw failure;
    const renewed = await this.#token({ token, problem: failure.problem });
    const repeated = await send(renewed);
    if (isSuccess(repeated)) return repeated;
    throw await problemOf(repeated);
  }

  #send(path: string, options: RequestOptions, token: string): Promise<Response> {
    const { signal, method = 'GET', headers = {}, body, cache = 'default' } = options;
    const url = new URL(path.slice(1), this.proxyUrl);
    const init: RequestInit = {
      method,
      signal,
      cache,
      headers: { Accept: 'application/json', ...headers, Authorization: `Bearer ${token}` },
      credentials: 'omit',
    };
    if (body !== undefined) init.body = body;
    return reach(fetch(url, init), signal);
  }
}

/**
 * `POST /bootstrap` as plain text without custom headers, to avoid a CORS preflight.
 *
 * @param proxyUrl - the proxy's address; ends with `/`
 */
function requestBootstrap(
  proxyUrl: string,
  request: BootstrapRequest,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(new URL(PATHS.bootstrap.slice(1), proxyUrl), {
    method: 'POST',
    body: JSON.stringify(request),
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
}

/** Includes 304, which only long polling can cause. */
function isSuccess({ ok, status }: Response): boolean {
  return ok || status === 304;
}

async function reach(request: Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await request;
  } catch {
    signal.throwIfAborted();
    throw new ProblemError('proxy-unreachable');
  }
}

async function readBody<Body>(response: Response, signal: AbortSignal): Promise<Body> {
  try {
    return (await response.json()) as Body;
  } catch {
    // The body broke off, or something other than the proxy responded.
    signal.throwIfAborted();
    throw new ProblemError('proxy-unreachable');
  }
}
