/** Response of the draft-key path: keys that encrypt the draft of one form in the browser. */
export interface DraftKeys {
  /** AES-256-GCM keys as base64url, newest first. Encrypt with the first; any may decrypt. Never empty. */
  draft_keys: string[];
}
