import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of the parts, in base64url; their borders count. */
export function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Whether `given` is one of `secrets`, in a time that does not depend on where they differ. */
export function isOneOf(given: string, secrets: readonly string[]): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const givenHash = hash(given);
  return secrets
    .map((secret) => timingSafeEqual(givenHash, hash(secret)))
    .reduce((found, equal) => found || equal, false);
}
