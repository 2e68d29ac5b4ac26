import { ProblemError } from '../api/problem-error.ts';
import { ProxyClient } from '../api/proxy-client.ts';
import {
  hasSource,
  isSameForm,
  readSessionToken,
  SessionSource,
  type SessionClaims,
  type SessionSettings,
} from '../api/session-source.ts';
import { followStatus, type StatusListener } from '../api/status-stream.ts';

/** How the host page connects the element to a proxy. */
export interface ConnectionSettings extends SessionSettings {
  /** The proxy's address; ends with `/`. `null` when the host's value is not a web address. */
  proxyUrl: string | null;
}

/** The session under which requests go out, and the status subscription. */
export class SessionConnection {
  readonly #settings: () => ConnectionSettings;
  #work = new AbortController();
  #source: SessionSource | undefined;
  #claims: SessionClaims | undefined;
  #client: ProxyClient | undefined;
  #lastClient: ProxyClient | undefined;
  #subscription: AbortController | undefined;

  constructor(settings: () => ConnectionSettings) {
    this.#settings = settings;
  }

  /** Aborted when the requests of this connection end. */
  get signal(): AbortSignal {
    return this.#work.signal;
  }

  get client(): ProxyClient | undefined {
    return this.#client;
  }

  /** The client of the current form, also while it connects again. */
  get lastClient(): ProxyClient | undefined {
    return this.#lastClient;
  }

  /** BCP 47 tag in the session; `undefined` when it has none. */
  get locale(): string | undefined {
    return this.#claims?.locale;
  }

  get canRenew(): boolean {
    return hasSource(this.#settings());
  }

  close(): void {
    this.#work.abort();
    this.unfollow();
    this.#client = undefined;
  }

  reset(): void {
    this.close();
    this.#work = new AbortController();
  }

  /** Drops the current token, so that the host's settings provide the next one. */
  forgetSession(): void {
    this.#source = undefined;
  }

  /**
   * Gets a session and the client that uses it.
   *
   * @param onOtherForm - called when the session is for another form than the last one
   * @param onReplaced - called when a renewal returns a session for another form
   */
  async connect(
    signal: AbortSignal,
    { onOtherForm, onReplaced }: { onOtherForm: () => void; onReplaced: () => void },
  ): Promise<ProxyClient> {
    const { proxyUrl } = this.#settings();
    this.#source ??= new SessionSource(this.#settings);
    const source = this.#source;
    const claims = await readClaims(source);
    signal.throwIfAborted();
    if (!isSameForm(claims, this.#claims)) onOtherForm();
    this.#claims = claims;
    if (proxyUrl === null) throw new ProblemError('proxy-url-invalid');
    this.#client = new ProxyClient({ ...claims, proxyUrl }, async (rejected) => {
      const token = await source.token(rejected);
      if (rejected === undefined || isSameForm(readSessionToken(token), claims)) return token;
      // A submission outlives this connection.
      if (signal.aborted) throw new ProblemError(rejected.problem);
      onReplaced();
      throw new ProblemError('session-out-of-scope');
    });
    this.#lastClient = this.#client;
    return this.#client;
  }

  /** Uses another token for the same form; `false` when it is for another form. */
  replaceToken(token: string): boolean {
    const claims = readSessionToken(token);
    if (this.#client === undefined || !isSameForm(claims, this.#claims)) return false;
    this.#claims = claims;
    this.#source?.replace(token);
    return true;
  }

  follow(listener: StatusListener): void {
    const client = this.#client;
    if (this.#subscription !== undefined || client === undefined || listener.isOver()) return;
    this.#subscription = new AbortController();
    const onEnd = (problem: ProblemError) => {
      this.#subscription = undefined;
      listener.onEnd(problem);
    };
    void followStatus(client, { ...listener, onEnd }, this.#subscription.signal);
  }

  unfollow(): void {
    this.#subscription?.abort();
    this.#subscription = undefined;
  }
}

/** Asks the source once more when its token cannot be read. */
async function readClaims(source: SessionSource): Promise<SessionClaims> {
  const token = await source.token();
  const claims = readSessionToken(token);
  if (claims !== undefined) return claims;
  const problem = 'session-invalid';
  const renewed = readSessionToken(await source.token({ token, problem }));
  if (renewed === undefined) throw new ProblemError(problem, { isSetup: true });
  return renewed;
}

/** What the host gives as an absolute web address that ends with `/`; `null` when it is none. */
export function folderUrl(address: string): string | null {
  try {
    const url = new URL(address.endsWith('/') ? address : `${address}/`, document.baseURI);
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** An address that a link may have; `null` when it is none. */
export function webAddress(address: string | null | undefined): string | null {
  return address && /^https?:\/\//i.test(address) ? address : null;
}
