import { hkdfSync } from 'node:crypto';

/** The keys by which a page keeps the draft of one form: 32 bytes each, as base64url. */
export type DraftKeys = (person_id: string, form_id: string) => string[];

/**
 * One key per session secret, newest first: the first seals, each opens. They are derived and stored
 * nowhere, so every process gives out the same, and a key dies with its secret.
 */
export function createDraftKeys(secrets: readonly string[]): DraftKeys {
  return (person_id, form_id) =>
    secrets.map((secret) => {
      const info = `precandidate draft ${person_id}/${form_id}`;
      return Buffer.from(hkdfSync('sha256', secret, '', info, 32)).toString('base64url');
    });
}
