import { hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of the parts, in base64url. Moving text from one part to the next changes it. */
export function digest(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Whether `given` is one of `secrets`, in constant time. */
export function isOneOf(given: string, secrets: readonly string[]): boolean {
  const givenHash = hashOf(given);
  const matches = secrets.map((secret) => timingSafeEqual(givenHash, hashOf(secret)));
  return matches.includes(true);
}
