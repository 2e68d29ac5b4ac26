import {
  PATHS,
  type DraftKeys,
  type FormData,
  type Bootstrap,
  type Snapshot,
} from 'precandidate-contract';
import { ProblemError, problemOf } from './problem-error.ts';

/** Which form, of which person, at which proxy. */
export interface FormAddress {
  /** The proxy's address; ends with `/`. */
  proxyUrl: string;
  person_id: string;
  /** The `precandidate_id`. */
  form_id: string;
}

/**
 * Gives the token for the next request. `refused`: the last one was, so another one is needed.
 * `null`: there is none.
 */
export type TokenSource = (refused?: string) => Promise<string | null>;

interface RequestOptions {
  signal: AbortSignal;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  cache?: RequestCache;
}

/** Seconds that the proxy may hold an answer back while there is no news. */
const WAIT = 25;

/**
 * Firefox lets a second request for an address wait until the first has written its answer to the
 * cache, which a stream never has: the status would not be told while it is being followed.
 */
const PAST_CACHE = { cache: 'no-store' } as const;

/**
 * The proxy's browser paths for one form. Every failure is a {@link ProblemError}, an abort aside. A
 * session that has expired is renewed once and the request repeated, so callers never see it unless
 * it cannot be renewed.
 */
export class ProxyClient {
  readonly #address: FormAddress;
  readonly #token: TokenSource;

  constructor(address: FormAddress, token: TokenSource) {
    this.#address = address;
    this.#token = token;
  }

  /**
   * All that opens the form, in one round trip.
   *
   * @param ask - sends the request under a token; the first answer may be to what another asked before
   */
  async bootstrap(
    ask: (token: string) => Promise<Response>,
    signal: AbortSignal,
  ): Promise<Bootstrap> {
    const answer = async () => {
      const response = await this.#underSession((token) => reach(ask(token), signal));
      return readBody<Bootstrap>(response, signal);
    };
    const bootstrap = await answer();
    return this.#isOurs(bootstrap) ? bootstrap : answer();
  }

  /** The keys of this form's draft as base64url, newest first. */
  async draftKeys(signal: AbortSignal): Promise<readonly string[]> {
    const { draft_keys } = await this.#json<DraftKeys>(PATHS.draftKey(...this.#ids), { signal });
    return draft_keys;
  }

  async snapshot(signal: AbortSignal): Promise<Snapshot> {
    return this.#json<Snapshot>(PATHS.status(...this.#ids), { signal, ...PAST_CACHE });
  }

  /**
   * The snapshot when it is newer than `known`, as soon as it is. `isHeld`: the proxy held the
   * answer back for as long as there was no news.
   */
  async news(
    known: number | undefined,
    signal: AbortSignal,
  ): Promise<{ snapshot?: Snapshot; isHeld: boolean }> {
    const headers = {
      Prefer: `wait=${WAIT}`,
      ...(known !== undefined && { 'If-None-Match': `"${known}"` }),
    };
    const path = PATHS.status(...this.#ids);
    const response = await this.#request(path, { signal, headers, ...PAST_CACHE });
    const isHeld = response.headers.has('preference-applied');
    if (response.status === 304) return { isHeld };
    return { snapshot: await readBody<Snapshot>(response, signal), isHeld };
  }

  /** Hands over the data. The same `key` with the same data is one submission, however often sent. */
  async submit(data: FormData, key: string, signal: AbortSignal): Promise<Snapshot> {
    return this.#json<Snapshot>(PATHS.submission(...this.#ids), {
      signal,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(data),
    });
  }

  /** The stream of snapshots, open; its frames are not read yet. */
  async stream(signal: AbortSignal): Promise<Response> {
    const headers = { Accept: 'text/event-stream' };
    return this.#request(PATHS.status(...this.#ids), { signal, headers, ...PAST_CACHE });
  }

  /** The proxy's address; ends with `/`. */
  get proxyUrl(): string {
    return this.#address.proxyUrl;
  }

  #isOurs({ snapshot }: Bootstrap): boolean {
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
    return this.#underSession((token) => this.#send(path, options, token));
  }

  async #underSession(send: (token: string) => Promise<Response>): Promise<Response> {
    const token = await this.#token();
    if (token === null) throw new ProblemError('session-missing');
    const response = await send(token);
    if (isAnswer(response)) return response;
    const failure = await problemOf(response);
    if (failure.problem !== 'session-expired') throw failure;
    const renewed = await this.#token(token);
    if (renewed === null) throw failure;
    const again = await send(renewed);
    if (isAnswer(again)) return again;
    throw await problemOf(again);
  }

  #send(path: string, options: RequestOptions, token: string): Promise<Response> {
    const { signal, method = 'GET', headers = {}, body, cache = 'default' } = options;
    const url = new URL(path.slice(1), this.#address.proxyUrl);
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

/** 304 is one too: nobody but us asks for it. */
function isAnswer({ ok, status }: Response): boolean {
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
    // The body broke off, or it is not the proxy that answered.
    signal.throwIfAborted();
    throw new ProblemError('proxy-unreachable');
  }
}
