/** Where in `sessionStorage` the draft of a form lies. */
export interface DraftPlace {
  storage: Storage;
  /** The item's name: one prefix for all drafts, up to the colon, and the form's name. */
  name: string;
}

/** The place of a form's draft; `undefined` where this browser keeps none: no storage, or no TLS. */
export function draftPlace(formName: string): DraftPlace | undefined {
  if (!isSecureContext) return undefined;
  try {
    return { storage: sessionStorage, name: `precandidate-draft:${formName}` };
  } catch {
    // The host forbids it, or the candidate does.
    return undefined;
  }
}
