import type { Snapshot } from 'precandidate-contract';
import { followStatus } from '../api/follow-status.ts';
import { ProblemError } from '../api/problem-error.ts';
import { ProxyClient } from '../api/proxy-client.ts';
import type { SessionSource } from '../api/session-source.ts';
import {
  formNameOf,
  isSameForm,
  readSessionToken,
  type SessionClaims,
} from '../api/session-token.ts';
import type { SubmissionHost } from './submission-host.ts';

type ConnectionHost = Pick<SubmissionHost, 'sessionWays' | 'proxyAddress' | 'takeSessionSource'>;

/** What following the status leads to. */
export interface StatusListener {
  onSnapshot: (snapshot: Snapshot) => void;
  /** Whether there is nothing left to follow. */
  isOver: () => boolean;
  /** No later request can succeed. */
  onEnd: (problem: ProblemError) => void;
}

/** The line to the proxy: the session that requests go out under, and the status stream. */
export class Connection {
  readonly #host: ConnectionHost;
  /** All requests; a newer `begin` ends those of the one before. */
  #work = new AbortController();
  #session: SessionSource | undefined;
  #claims: SessionClaims | undefined;
  #client: ProxyClient | undefined;
  /** Ends the status stream. */
  #following: AbortController | undefined;

  constructor(host: ConnectionHost) {
    this.#host = host;
  }

  /** Aborted when what goes on under this session ends. */
  get signal(): AbortSignal {
    return this.#work.signal;
  }

  /** `undefined` without a session. */
  get client(): ProxyClient | undefined {
    return this.#client;
  }

  /** Names the form among all; `undefined` before the first session. */
  get formName(): string | undefined {
    return this.#claims && formNameOf(this.#claims);
  }

  /** BCP 47 tag in the session; `undefined` when it has none. */
  get locale(): string | undefined {
    return this.#claims?.locale;
  }

  /** Whether a session can be had anew. */
  get isRenewable(): boolean {
    const { fetchSession, sessionUrl } = this.#host.sessionWays;
    return fetchSession !== null || sessionUrl !== null;
  }

  /** Ends all requests; nothing goes out under their session. */
  cutOff(): void {
    this.#work.abort();
    this.rest();
    this.#session = undefined;
    this.#client = undefined;
  }

  /** Ends the status stream; {@link follow} opens it again. */
  rest(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  /** Ends what went on, and makes room for what comes. */
  begin(): void {
    this.cutOff();
    this.#work = new AbortController();
  }

  /**
   * Gets a session and the client that asks under it. `onOtherForm` is called when the session is
   * for another form than the last one.
   *
   * @throws ProblemError why there is none
   */
  async connect(signal: AbortSignal, onOtherForm: () => void): Promise<ProxyClient> {
    const session = this.#host.takeSessionSource();
    const token = await session.token();
    signal.throwIfAborted();
    if (token === null) throw new ProblemError('session-missing');
    const claims = readSessionToken(token);
    if (claims === undefined) throw new ProblemError('session-invalid');
    if (!isSameForm(claims, this.#claims)) onOtherForm();
    this.#session = session;
    this.#claims = claims;
    const address = { ...claims, proxyUrl: this.#host.proxyAddress };
    this.#client = new ProxyClient(address, (refused) => session.token(refused));
    return this.#client;
  }

  /** Takes another token for the same form; `false` when there is no session that it could renew. */
  renew(token: string): boolean {
    const claims = readSessionToken(token);
    if (this.#session === undefined || !isSameForm(claims, this.#claims)) return false;
    this.#claims = claims;
    this.#session.replace(token);
    return true;
  }

  /** Follows the status, unless that is being done: it ends with a session that nobody renews. */
  follow({ onSnapshot, isOver, onEnd }: StatusListener): void {
    const client = this.#client;
    if (this.#following !== undefined || client === undefined || isOver()) return;
    const following = new AbortController();
    this.#following = following;
    void followStatus({
      client,
      signal: following.signal,
      isOver,
      onSnapshot,
      onEnd: (problem) => {
        this.#following = undefined;
        onEnd(problem);
      },
    });
  }
}
