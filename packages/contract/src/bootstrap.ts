import type { FormSchema } from './form-schema.ts';
import type { BrowserPrecandidate } from './precandidate.ts';
import type { Snapshot } from './snapshot.ts';
import type { UiSchema } from './ui-schema.ts';

/**
 * Body of `POST /bootstrap`, JSON sent as `text/plain` to avoid a CORS preflight. The token names the
 * person and the form.
 *
 * The form's language is the first supported one of: the element's `locale` attribute, the session's
 * `locale`, the language of the page, the languages of the browser, the main language of the
 * candidate's country.
 */
export interface BootstrapRequest {
  /** The session token. */
  session: string;
  /** The element's `locale` attribute, a BCP 47 tag. */
  locale?: string;
  /** BCP 47 tags of the page and the browser, preferred first; at most 50. */
  languages?: string[];
  /** `false`: without the HTML of the fields, for example because the page contains it. Default `true`. */
  fields?: boolean;
}

/** Response of `POST /bootstrap`: everything that opens a form, in one round trip. */
export interface Bootstrap {
  /** `null` once the form is submitted. */
  schema: FormSchema | null;
  /** The schema's `ETag`, which a submission names in `Precandidate-Schema`; `null` without a schema. */
  schema_etag: string | null;
  /** The session's, as far as it fits the schema. Absent without one. */
  ui_schema?: UiSchema;
  snapshot: Snapshot;
  /** The service's record; `null` when it is unavailable. */
  record: BrowserPrecandidate | null;
  /** BCP 47: the form's language, and the region that decides how numbers are written. */
  locale: string;
  /** `null`: the proxy cannot render them, or there is nothing to fill in. */
  fields: RenderedFields | null;
  /**
   * Keys that encrypt the form's draft in the browser: AES-256-GCM as base64url, newest first. Encrypt
   * with the first; any may decrypt. Never empty.
   */
  draft_keys: string[];
}

/** A form as the proxy rendered it; the form app hydrates it. */
export interface RenderedFields {
  /** The inside of the element's shadow root. Contains no token. Absent when not requested. */
  html?: string;
  /** Hash of the schema, `ui_schema`, country, and widget version: an equal fingerprint can be hydrated. */
  fingerprint: string;
  /** BCP 47: the language it was rendered in. */
  locale: string;
}
