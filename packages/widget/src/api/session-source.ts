/** Ways to get a session, as the host gave them. */
export interface SessionWays {
  /** The token in the `session` attribute. */
  session: string | null;
  /** An address of the host that answers `{ token }`. */
  sessionUrl: string | null;
  fetchSession: (() => Promise<string>) | null;
}

/**
 * Where the token of a request comes from: the attribute first, then the host's function, then its
 * address. A token is never judged by its expiry here, since a phone's clock may be wrong: the proxy
 * refuses it, and then another one is fetched, once for all requests that wait.
 */
export class SessionSource {
  readonly #ways: () => SessionWays;
  #token: string | null;
  #renewal: Promise<string | null> | undefined;

  /** @param ways - asked each time: a host may have given others since */
  constructor(ways: () => SessionWays) {
    this.#ways = ways;
    this.#token = ways().session;
  }

  /** The host set another token: later requests carry it. */
  replace(token: string): void {
    this.#token = token;
  }

  /**
   * A token for the next request; `null` when there is none, or none in place of a refused one.
   *
   * @param refused - the token that the proxy refused, when it did
   */
  async token(refused?: string): Promise<string | null> {
    if (this.#token !== null && this.#token !== refused) return this.#token;
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    const token = await this.#renewal;
    if (token !== null) this.#token = token;
    return token;
  }

  async #renew(): Promise<string | null> {
    const { fetchSession, sessionUrl } = this.#ways();
    try {
      const token = fetchSession ? await fetchSession() : await fetchFrom(sessionUrl);
      return typeof token === 'string' && token !== '' ? token : null;
    } catch {
      // Why the host has none is the host's to log; the candidate is told what to do.
      return null;
    }
  }
}

async function fetchFrom(address: string | null): Promise<string | null> {
  if (address === null) return null;
  const response = await fetch(new URL(address, document.baseURI), {
    headers: { Accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`The session address answered ${response.status}`);
  const { token } = (await response.json()) as { token: string };
  return token;
}
