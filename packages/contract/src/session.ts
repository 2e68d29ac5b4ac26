import type { FormData } from './form-schema.ts';
import type { UiSchema } from './ui-schema.ts';

/** Body of `POST /sessions` (back end only). */
export interface SessionRequest {
  person_id: string;
  /** The `precandidate_id`. */
  form_id: string;
  /** `https://host[:port]` of the page that will use the token; absent: any of `ALLOWED_ORIGINS`. */
  origin?: string;
  /** BCP 47 tag, for example `es-PE`. Absent: the language of the page. */
  locale?: string;
  /** Known values by field name; each must be valid by the form's schema. */
  prefill?: FormData;
  /** Titles, order, widgets, and steps of the form; at most 64 kB. */
  ui_schema?: UiSchema;
  /** 60 to 86,400 s; default 900. */
  ttl_seconds?: number;
  /**
   * The nonce of the page's `Content-Security-Policy`, in base64. With it, `html` contains its styles,
   * which saves a round trip. It is not stored. Absent: `html` links to a style sheet.
   */
  nonce?: string;
  /** `false`: only a token, for example to renew a session. Default `true`. */
  html?: boolean;
}

/** Response of `POST /sessions`. */
export interface Session {
  /** The element's `session` attribute. Never put it in a URL. */
  token: string;
  /** Identifies the session when you revoke it; gives no access. */
  session_id: string;
  /** ISO 8601 with zone. */
  expires_at: string;
  /**
   * `<precandidate-form>` with prerendered fields, to paste into the page. It contains the token.
   * Absent when the fields cannot be rendered in time; then write the element yourself.
   */
  html?: string;
}
