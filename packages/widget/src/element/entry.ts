import type { BootstrapRequest } from 'precandidate-contract';
import { requestBootstrap } from '../api/request-bootstrap.ts';
import { SessionSource, type SessionWays } from '../api/session-source.ts';

/** Whom the entry asks. */
export interface EntryHost {
  readonly sessionWays: SessionWays;
  /** The proxy's address; ends with `/`. `null` when the host's is none. */
  readonly proxyAddress: string | null;
  /** What a page wants of a bootstrap beside the form itself. */
  readonly wishes: Omit<BootstrapRequest, 'session'>;
  /** The answer to what the loader asked under this token, once; `undefined` when it did not. */
  takePrefetched(token: string): Promise<Response> | undefined;
}

/**
 * The way in: a session, and the bootstrap under it. The first one is asked for as soon as the element
 * stands in the page, while what reads the answer is still on its way.
 */
export class Entry {
  readonly #host: EntryHost;
  #source: SessionSource | undefined;
  #asked: { token: string; proxyAddress: string; response: Promise<Response> } | undefined;

  constructor(host: EntryHost) {
    this.#host = host;
  }

  /** Asks ahead of who reads the answer; what fails is asked again by then. */
  async askAhead(): Promise<void> {
    const source = this.#newSource();
    this.#source = source;
    const token = await source.token();
    const { proxyAddress } = this.#host;
    if (token === null || proxyAddress === null || source !== this.#source) return;
    const response = this.#send(proxyAddress, token);
    response.catch(() => {});
    this.#asked = { token, proxyAddress, response };
  }

  /** Where tokens come from: once the source that was asked ahead, then a new one. */
  takeSource(): SessionSource {
    const source = this.#source ?? this.#newSource();
    this.#source = undefined;
    return source;
  }

  /** Asks for the bootstrap, unless that has been done ahead. Rejects when the proxy cannot be reached. */
  ask(proxyAddress: string, token: string, signal: AbortSignal): Promise<Response> {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked?.token === token && asked.proxyAddress === proxyAddress
      ? asked.response
      : this.#send(proxyAddress, token, signal);
  }

  #newSource(): SessionSource {
    return new SessionSource(() => this.#host.sessionWays);
  }

  #send(proxyAddress: string, session: string, signal?: AbortSignal): Promise<Response> {
    const ask = () => requestBootstrap(proxyAddress, { ...this.#host.wishes, session }, signal);
    return this.#host.takePrefetched(session)?.catch(ask) ?? ask();
  }
}
