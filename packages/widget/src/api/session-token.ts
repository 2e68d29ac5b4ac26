/** The claims in a session token. The widget reads them unverified; the proxy verifies. */
export interface SessionClaims {
  person_id: string;
  /** The `precandidate_id`. */
  form_id: string;
  /** BCP 47 tag; absent: the page's language. */
  locale?: string;
  /** Seconds since the epoch. */
  exp: number;
}

/** The claims of a token; `undefined` when it is not one of ours. */
export function readSessionToken(token: string): SessionClaims | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(fromBase64Url(payload)), (sign) => sign.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Whether two sessions are for one form of one person. */
export function isSameForm(a: SessionClaims | undefined, b: SessionClaims | undefined): boolean {
  return a !== undefined && a.person_id === b?.person_id && a.form_id === b.form_id;
}

/** Identifies a form among all forms. */
export function formNameOf({ person_id, form_id }: SessionClaims): string {
  return `${person_id}/${form_id}`;
}

function fromBase64Url(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

function isClaims(value: unknown): value is SessionClaims {
  if (typeof value !== 'object' || value === null) return false;
  const { person_id, form_id, exp, locale } = value as Partial<
    Record<keyof SessionClaims, unknown>
  >;
  return (
    typeof person_id === 'string' &&
    typeof form_id === 'string' &&
    typeof exp === 'number' &&
    (locale === undefined || typeof locale === 'string')
  );
}
