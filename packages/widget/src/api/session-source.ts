import type { ProblemName } from 'precandidate-contract';
import { ProblemError, withoutQuery } from './problem-error.ts';

/** Identifies a form among all forms. */
export interface FormIds {
  person_id: string;
  /** The `precandidate_id`. */
  form_id: string;
}

/** Claims in a session token. The widget reads them unverified; the proxy verifies. */
export interface SessionClaims extends FormIds {
  /** BCP 47 tag; absent: the page's language. */
  locale?: string;
}

export interface SessionSettings {
  session: string | null;
  /** An address of the host that responds with `{ token }`. */
  sessionUrl: string | null;
  fetchSession: (() => Promise<string>) | null;
}

/** A request without a response for so long counts as failed: a dead connection may never end it. */
export const RESPONSE_LIMIT_MS = 60_000;

/**
 * Provides session tokens: the attribute first, then the host's function, then the host's address.
 * It never checks a token's expiry, because a phone's clock may be wrong: the proxy rejects an expired
 * token, and then all waiting requests share one renewal.
 */
export class SessionSource {
  readonly #settings: () => SessionSettings;
  #token: string | null;
  #renewal: Promise<Provided> | undefined;

  /** @param settings - read at each renewal, because the host may have changed them */
  constructor(settings: () => SessionSettings) {
    this.#settings = settings;
    this.#token = cleanToken(settings().session);
  }

  replace(token: string): void {
    this.#token = cleanToken(token);
  }

  /**
   * A token for the next request.
   *
   * @param rejected - the token that the proxy rejected, and why
   * @throws ProblemError `session-unavailable` when the source is away, `session-missing` when it
   *   provides no first token, and the proxy's own problem when it provides no other one
   */
  async token(rejected?: { token: string; problem: ProblemName }): Promise<string> {
    if (this.#token !== null && this.#token !== rejected?.token) return this.#token;
    const none = rejected?.problem ?? 'session-missing';
    this.#renewal ??= this.#fetchToken().finally(() => {
      this.#renewal = undefined;
    });
    const { token, detail } = await this.#renewal;
    // A page with neither a readable token nor a source is set up wrongly. A source that refuses may wait
    // for a login.
    const isSetup =
      !hasSource(this.#settings()) && readSessionToken(rejected?.token ?? '') === undefined;
    if (token === '' || token === rejected?.token)
      throw new ProblemError(none, { detail, ...(isSetup && { isSetup }) });
    this.#token = token;
    return token;
  }

  async #fetchToken(): Promise<Provided> {
    const { fetchSession, sessionUrl } = this.#settings();
    try {
      if (fetchSession) return provided(await fetchSession(), 'fetchSession');
      return sessionUrl === null ? REFUSED : await requestToken(sessionUrl);
    } catch (cause) {
      if (cause instanceof ProblemError) throw cause;
      // The candidate can only try again.
      throw new ProblemError('session-unavailable', { cause });
    }
  }
}

/** Whether the host can provide another token. */
export function hasSource({ fetchSession, sessionUrl }: SessionSettings): boolean {
  return fetchSession !== null || sessionUrl !== null;
}

/** What the host's source gives. */
interface Provided {
  /** Empty when it refuses, for example because the candidate is not logged in. */
  token: string;
  /** For the page's developer. */
  detail?: string;
}

const REFUSED: Provided = { token: '' };

function provided(given: unknown, source: string): Provided {
  const token = typeof given === 'string' ? cleanToken(given) : null;
  if (token !== null) return { token };
  const kind = typeof given === 'string' ? 'an empty text' : typeof given;
  return { token: '', detail: `${source} gave ${kind}.` };
}

/** A token from the host page without the whitespace around it; `null` when nothing is left. */
export function cleanToken(token: string | null | undefined): string | null {
  return token?.trim() || null;
}

async function requestToken(address: string): Promise<Provided> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), RESPONSE_LIMIT_MS);
  try {
    const url = new URL(address, document.baseURI);
    const options: RequestInit = {
      headers: { Accept: 'application/json' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: limit.signal,
    };
    const response = await fetch(url, options).catch(async (error: unknown) => {
      if (limit.signal.aborted) throw error;
      const first = await fetch(url, { ...options, redirect: 'manual' });
      if (first.type === 'opaqueredirect') return undefined;
      throw error;
    });
    if (response === undefined)
      return { token: '', detail: 'It redirects to another site: it may be a login page.' };
    return await readToken(response);
  } finally {
    clearTimeout(timer);
  }
}

/** A candidate whose login ended gets a redirect to the login page. */
async function readToken(response: Response): Promise<Provided> {
  const { status, redirected, headers } = response;
  if (status >= 500 || status === 429 || status === 408)
    throw new Error(`The session address responded with ${status}`);
  const address = withoutQuery(response.url);
  if (!response.ok) return { token: '', detail: `${address} responded with ${status}.` };
  const type = headers.get('content-type') ?? 'no content type';
  if (type.includes('json')) {
    const body = (await response.json()) as { token?: unknown } | null;
    return provided(body?.token, `The token of ${address}`);
  }
  const detail = `${address} responded with ${type}`;
  if (redirected)
    return { token: '', detail: `${detail}, after a redirect: it may be a login page.` };
  throw new ProblemError('session-unavailable', { detail: `${detail}.`, isSetup: true });
}

/** The claims of a token; `undefined` when it is not one of ours. */
export function readSessionToken(token: string): SessionClaims | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (sign) => sign.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const { person_id, form_id, locale } = claims;
    if (typeof person_id !== 'string' || typeof form_id !== 'string') return undefined;
    return { person_id, form_id, ...(typeof locale === 'string' && { locale }) };
  } catch {
    return undefined;
  }
}

export function isSameForm(a: FormIds | undefined, b: FormIds | undefined): boolean {
  return a !== undefined && a.person_id === b?.person_id && a.form_id === b.form_id;
}

export function formNameOf({ person_id, form_id }: FormIds): string {
  return `${person_id}/${form_id}`;
}
