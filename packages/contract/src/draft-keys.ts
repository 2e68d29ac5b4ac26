/** Answer of the draft-key path: what a page encrypts the draft of one form with. */
export interface DraftKeys {
  /** AES-256-GCM keys as base64url, newest first: the first seals, each opens. Never empty. */
  draft_keys: string[];
}
