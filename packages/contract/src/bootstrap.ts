import type { FormSchema } from './form-schema.ts';
import type { BrowserPrecandidate } from './precandidate.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Body of `POST /bootstrap`, JSON sent as `text/plain`: a request that a browser sends to another origin
 * at once, without asking first. The token names person and form, so the path need not.
 */
export interface BootstrapRequest {
  /** The session token. */
  session: string;
  /** BCP 47: the language of the page; the session's own goes first. Absent: the proxy's. */
  locale?: string;
  /** `false`: the mark-up of the fields is not needed, as where they stand already. Absent: `true`. */
  fields?: boolean;
}

/** Answer of `POST /bootstrap`: all that a page needs to show a form and go on, in one round trip. */
export interface Bootstrap {
  /** `null`: the data has been submitted, so that nothing is drawn any more. */
  schema: FormSchema | null;
  snapshot: Snapshot;
  /** The service's record; `null` when it cannot be had now. */
  record: BrowserPrecandidate | null;
  /** `null`: cannot be drawn by the proxy, or the form is not open. */
  fields: RenderedFields | null;
}

/** A form as the proxy drew it, the same that the island draws. */
export interface RenderedFields {
  /** What belongs into the element's shadow root. Carries no token. Absent: not asked for. */
  html?: string;
  /** Names what it was drawn from (schema, locale, version of the widget); equal: it can be adopted. */
  fingerprint: string;
  /** BCP 47: the words it was drawn with. */
  locale: string;
}
