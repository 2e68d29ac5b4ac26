import type { FormData } from './form-schema.ts';

/** Body of `POST /sessions` (back end only). */
export interface SessionRequest {
  person_id: string;
  /** The `precandidate_id`. */
  form_id: string;
  /** `https://host[:port]` of the page that will use the token; absent: any of `ALLOWED_ORIGINS`. */
  origin?: string;
  /** BCP 47 tag, e.g. `es-PE`; absent: the page's `lang`. */
  locale?: string;
  /** Values already known; each must be valid by the form's schema. */
  prefill?: FormData;
  /** 60 to 86,400 s; default 900. */
  ttl_seconds?: number;
  /**
   * That of the page's `Content-Security-Policy`, in base64: `html` then holds its styles too, which
   * spares the page a round trip. It is kept nowhere. Absent: `html` links to a sheet of the proxy's.
   */
  nonce?: string;
  /** `false`: only a token is wanted, as where a page renews its session. Absent: `true`. */
  html?: boolean;
}

/** Answer of `POST /sessions`. */
export interface Session {
  /** Give it to the page as the element's `session`; never put it in a URL. */
  token: string;
  /** Names the session when it is revoked; gives no access. */
  session_id: string;
  /** ISO 8601 with zone. */
  expires_at: string;
  /**
   * The element with its fields drawn, to paste into the page as it is: usable before any script. It
   * holds the token. Absent when the fields cannot be drawn now; then write the element by hand.
   */
  html?: string;
}
