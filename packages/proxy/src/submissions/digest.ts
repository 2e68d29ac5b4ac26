import { hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of the parts, in base64url; their borders count. */
export function digest(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

const bytesOf = (text: string): Buffer => hash('sha256', text, 'buffer');
const hashes = new WeakMap<readonly string[], Buffer[]>();

/**
 * Whether `given` is one of `secrets`, in a time that does not depend on where they differ. A list
 * is hashed once, so it must not change.
 */
export function isOneOf(given: string, secrets: readonly string[]): boolean {
  const known = hashes.get(secrets) ?? secrets.map(bytesOf);
  hashes.set(secrets, known);
  const givenHash = bytesOf(given);
  return known
    .map((secret) => timingSafeEqual(givenHash, secret))
    .reduce((found, equal) => found || equal, false);
}
