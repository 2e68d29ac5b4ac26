import { createSecretKey, randomUUID, type webcrypto } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../shared/clock.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { keyName } from '../shared/sealer.ts';

/** What a session token allows: one form, from one origin if it has one, until `expires_at`. */
export interface SessionScope {
  session_id: string;
  person_id: string;
  form_id: string;
  origin?: string | undefined;
  locale?: string | undefined;
  /** Whether it has a prefill or a `ui_schema`, which are stored and never part of the token. */
  has_data: boolean;
  /** Epoch milliseconds. */
  minted_at: number;
  /** Epoch milliseconds. */
  expires_at: number;
}

export const LONGEST_TTL_S = 86_400;

const AUDIENCE = 'precandidate-form';
const ALGORITHM = 'HS256';
/** Tokens whose signature is remembered: browsers send the same one repeatedly (ADR 8). */
const VERIFIED_KEPT = 2_000;
const CLAIMS = ['exp', 'jti', 'person_id', 'form_id', 'has_data', 'minted_at'];

/** `minted_at` is `iat` in milliseconds: a session may be minted in the second of a revocation. */
type Claims = JWTPayload & Omit<SessionScope, 'session_id' | 'expires_at'>;

/** Signed tokens: the first secret signs, each of them verifies. */
export class SessionTokens {
  readonly #clock: Clock;
  readonly #newest: string;
  readonly #keys: ReadonlyMap<string, webcrypto.CryptoKey>;
  readonly #verified = new LRUCache<string, SessionScope>({ max: VERIFIED_KEPT });

  constructor([newest, ...others]: readonly string[], clock: Clock) {
    if (newest === undefined) throw new Error('session tokens need a secret');
    this.#clock = clock;
    this.#newest = newest;
    this.#keys = new Map([newest, ...others].map((one) => [keyName(one), signingKey(one)]));
  }

  /** @param after - the session is minted later than this (epoch milliseconds) */
  async mint(
    granted: Omit<SessionScope, 'session_id' | 'minted_at' | 'expires_at'>,
    ttl_seconds: number,
    after = 0,
  ): Promise<{ token: string; scope: SessionScope }> {
    const session_id = randomUUID();
    const minted_at = Math.max(this.#clock.now(), after + 1);
    const expiresS = Math.floor(minted_at / 1_000) + ttl_seconds;
    const kid = keyName(this.#newest);
    const token = await new SignJWT({ ...granted, minted_at })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setAudience(AUDIENCE)
      .setJti(session_id)
      .setIssuedAt(Math.floor(minted_at / 1_000))
      .setExpirationTime(expiresS)
      .sign(this.#keyOf(kid));
    const scope = { ...granted, session_id, minted_at, expires_at: expiresS * 1_000 };
    return { token, scope };
  }

  /** Rejects with `session-expired` or `session-invalid`. */
  async verify(token: string): Promise<SessionScope> {
    const known = this.#verified.get(token);
    if (known && known.expires_at > this.#clock.now()) return known;
    try {
      const { payload } = await jwtVerify<Claims>(token, ({ kid }) => this.#keyOf(kid), {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        requiredClaims: CLAIMS,
        currentDate: new Date(this.#clock.now()),
      });
      const { jti: session_id = '', exp = 0, ...claims } = payload;
      const { person_id, form_id, origin, locale, has_data, minted_at } = claims;
      const granted = { person_id, form_id, origin, locale, has_data };
      const scope = { ...granted, session_id, minted_at, expires_at: exp * 1_000 };
      this.#verified.set(token, scope);
      return scope;
    } catch (error) {
      const expired = error instanceof errors.JWTExpired;
      throw new ProblemError(expired ? 'session-expired' : 'session-invalid');
    }
  }

  #keyOf(kid = ''): webcrypto.CryptoKey {
    const key = this.#keys.get(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}

/** `jose` would import another kind of key again for each token. */
function signingKey(secret: string): webcrypto.CryptoKey {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return createSecretKey(secret, 'utf8').toCryptoKey(algorithm, false, ['sign', 'verify']);
}
