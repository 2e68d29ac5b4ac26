export interface FormIds {
  person_id: string;
  /** The `precandidate_id`. */
  form_id: string;
}

/** The claims in a session token. The widget reads them unverified; the proxy verifies. */
export interface SessionClaims extends FormIds {
  /** BCP 47 tag; absent: the page's language. */
  locale?: string;
  /** Seconds since the epoch. */
  exp: number;
}

/** The claims of a token; `undefined` when it is not one of ours. */
export function readSessionToken(token: string): SessionClaims | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (sign) => sign.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

export function isSameForm(a: FormIds | undefined, b: FormIds | undefined): boolean {
  return a !== undefined && a.person_id === b?.person_id && a.form_id === b.form_id;
}

export function formNameOf({ person_id, form_id }: FormIds): string {
  return `${person_id}/${form_id}`;
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
