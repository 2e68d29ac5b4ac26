import {
  PATHS,
  type Bootstrap,
  type BootstrapRequest,
  type ProblemName,
  type Snapshot,
} from 'precandidate-contract';
import { notTheProxy, ProblemError, problemOf } from './problem-error.ts';
import { formNameOf, type FormIds, RESPONSE_LIMIT_MS } from './session-source.ts';

/** Identifies a form at a proxy, whose address ends with `/`. */
export type FormAddress = FormIds & { proxyUrl: string };

/** Provides the token for the next request. Throws a {@link ProblemError} when there is none. */
export type TokenSource = (rejected?: { token: string; problem: ProblemName }) => Promise<string>;

/** The page that opens a form. */
export interface BootstrapPage {
  /** What it and the browser prefer. */
  languages(): Pick<BootstrapRequest, 'locale' | 'languages'>;
  /** The loader's bootstrap response, once, if it requested the same. */
  takePrefetched(request: BootstrapRequest): Promise<Response> | undefined;
}

type RequestOptions = Pick<RequestInit, 'method' | 'body' | 'keepalive' | 'priority'> & {
  signal: AbortSignal;
  headers?: Record<string, string>;
};

/** A candidate waits for the form: a bootstrap without a response for so long is repeated. */
const BOOTSTRAP_LIMIT_MS = 20_000;
/** How long a server may take to show that there is a connection. */
const CHECK_LIMIT_MS = 5_000;
/** Browsers let requests of 64 KiB in total outlive their page. */
const KEEPALIVE_BYTES = 30_000;
/** Of a slow phone. A large body gets more time. */
const UPLOAD_BYTES_PER_MS = 10;

/** Rejections after which the session source is called once more. */
const RENEWABLE: readonly ProblemName[] = ['session-expired', 'session-invalid'];

/**
 * The proxy's browser paths for one form. Every failure but an abort is a {@link ProblemError}. A
 * rejected session is renewed once and the request repeated, so callers see the rejection only when
 * the renewal fails.
 */
export class ProxyClient {
  readonly proxyUrl: string;
  readonly formName: string;
  readonly #ids: [string, string];
  readonly #token: TokenSource;

  constructor(address: FormAddress, token: TokenSource) {
    this.proxyUrl = address.proxyUrl;
    this.formName = formNameOf(address);
    this.#ids = [address.person_id, address.form_id];
    this.#token = token;
  }

  /**
   * Everything that opens the form, in one request: plain text without custom headers, to avoid a CORS
   * preflight. A proxy that does not respond twice, while another server does in between, is set up
   * wrongly or down: the candidate's connection is not the cause.
   */
  async bootstrap(page: BootstrapPage, signal: AbortSignal): Promise<Bootstrap> {
    const request = () =>
      this.#withSession((session) =>
        withLimit(BOOTSTRAP_LIMIT_MS, signal, (limited) => this.#bootstrap(session, page, limited)),
      );
    const isUnreachable = (error: unknown) =>
      error instanceof ProblemError && error.problem === 'proxy-unreachable' && !error.isSetup;
    try {
      return await request();
    } catch (error) {
      if (!isUnreachable(error) || !(await hasConnection(signal))) throw error;
    }
    // The network may have been away for a moment only.
    return request().catch((error: unknown) => {
      if (!isUnreachable(error)) throw error;
      const detail = 'Other servers respond.';
      throw new ProblemError('proxy-unreachable', { detail, isSetup: true });
    });
  }

  async #bootstrap(session: string, page: BootstrapPage, signal: AbortSignal): Promise<Bootstrap> {
    const request: BootstrapRequest = { session, fields: false, ...page.languages() };
    const early = await page.takePrefetched(request)?.catch(() => undefined);
    const body = jsonText(request);
    const response = early ?? this.#fetch(PATHS.bootstrap, { method: 'POST', body, signal });
    return readBody<Bootstrap>(await response, signal);
  }

  async snapshot(signal: AbortSignal): Promise<Snapshot> {
    return this.#json<Snapshot>(PATHS.status(...this.#ids), { signal });
  }

  /**
   * Sends data as JSON. Repeating the same `key` and data counts as one submission. Nothing aborts the request:
   * it outlives the element and, where its size allows it, the page.
   *
   * @param schemaEtag - of the schema that the form was filled in with; `null` when unknown
   */
  async submit(body: string, key: string, schemaEtag: string | null): Promise<Snapshot> {
    return this.#json<Snapshot>(PATHS.submission(...this.#ids), {
      signal: new AbortController().signal,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        ...(schemaEtag !== null && { 'Precandidate-Schema': schemaEtag }),
      },
      body,
      keepalive: new Blob([body]).size <= KEEPALIVE_BYTES,
      priority: 'high',
    });
  }

  async stream(signal: AbortSignal): Promise<Response> {
    const headers = { Accept: 'text/event-stream' };
    const path = PATHS.status(...this.#ids);
    return this.#withSession(async (token) =>
      withoutProblem(await this.#request(path, token, { signal, headers })),
    );
  }

  async #json<Body>(path: string, options: RequestOptions): Promise<Body> {
    const { length } = String(options.body ?? '');
    const limitMs = RESPONSE_LIMIT_MS + length / UPLOAD_BYTES_PER_MS;
    // The limit is not for the session source, which may ask the candidate to log in.
    return this.#withSession((token) =>
      withLimit(limitMs, options.signal, async (signal) =>
        readBody<Body>(await this.#request(path, token, { ...options, signal }), signal),
      ),
    );
  }

  #request(
    path: string,
    token: string,
    { headers, ...options }: RequestOptions,
  ): Promise<Response> {
    const all = { Accept: 'application/json', ...headers, Authorization: `Bearer ${token}` };
    return this.#fetch(path, { ...options, headers: all });
  }

  async #withSession<Result>(send: (token: string) => Promise<Result>): Promise<Result> {
    const token = await this.#token();
    try {
      return await send(token);
    } catch (error) {
      if (!(error instanceof ProblemError) || !RENEWABLE.includes(error.problem)) throw error;
      return send(await this.#token({ token, problem: error.problem }));
    }
  }

  async #fetch(path: string, options: RequestOptions): Promise<Response> {
    try {
      return await fetch(new URL(path.slice(1), this.proxyUrl), {
        ...options,
        credentials: 'omit',
        // Firefox queues a second request for an address until the first response is in the cache,
        // which never happens for a stream.
        cache: 'no-store',
      });
    } catch {
      options.signal.throwIfAborted();
      throw new ProblemError('proxy-unreachable');
    }
  }
}

/** Does `work` with a signal that also aborts after `ms`, as if the proxy were unreachable. */
async function withLimit<Result>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limited = new AbortController();
  const end = () => limited.abort(signal.reason);
  const timer = setTimeout(() => limited.abort(new ProblemError('proxy-unreachable')), ms);
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    // The work may wait for what no signal ends.
    return await Promise.race([work(limited.signal), aborted(limited.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** Rejects when a signal aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/**
 * The JSON of plain data. Old libraries, such as Prototype.js, add `toJSON` to arrays or objects, which
 * would change what is sent; the replacer returns the value itself.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name: string) {
    return this[name];
  });
}

async function withoutProblem(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw await problemOf(response);
}

async function readBody<Body>(response: Response, signal: AbortSignal): Promise<Body> {
  await withoutProblem(response);
  try {
    return (await response.json()) as Body;
  } catch {
    // The body broke off, or something other than the proxy responded.
    signal.throwIfAborted();
    if (!response.headers.get('content-type')?.includes('json')) throw notTheProxy(response);
    throw new ProblemError('proxy-unreachable');
  }
}

/** `undefined` when a request fails for another reason than an abort. */
export function orUndefined<Body>(
  request: Promise<Body>,
  signal: AbortSignal,
): Promise<Body | undefined> {
  return request.catch(() => {
    signal.throwIfAborted();
    return undefined;
  });
}

/**
 * Whether the browser has a connection: the server of this script responds, or that of the page. Any
 * response counts.
 */
async function hasConnection(signal: AbortSignal): Promise<boolean> {
  if (navigator.onLine === false) return false;
  return (await isResponding(import.meta.url, signal)) || isResponding('/favicon.ico', signal);
}

function isResponding(address: string, signal: AbortSignal): Promise<boolean> {
  const options: RequestInit = { method: 'HEAD', mode: 'no-cors', credentials: 'omit' };
  // Rejects in a document without an address, such as `about:blank`.
  const request = async (limited: AbortSignal) =>
    fetch(new URL(address, document.baseURI), { ...options, cache: 'no-store', signal: limited });
  return withLimit(CHECK_LIMIT_MS, signal, request).then(
    () => true,
    () => false,
  );
}
