import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of the parts, in base64url; their borders count. */
export function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const hashes = new WeakMap<readonly string[], Buffer[]>();

/**
 * Whether `given` is one of `secrets`, in a time that does not depend on where they differ. A list
 * is hashed once, so it must not change.
 */
export function isOneOf(given: string, secrets: readonly string[]): boolean {
  const known = hashes.get(secrets) ?? secrets.map(hash);
  hashes.set(secrets, known);
  const givenHash = hash(given);
  return known
    .map((secret) => timingSafeEqual(givenHash, secret))
    .reduce((found, equal) => found || equal, false);
}
