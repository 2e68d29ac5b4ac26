import type { FormData, FormSchema, ProblemName, Violation } from 'precandidate-contract';
import type { Messages, Sentence } from '../i18n/messages.ts';
import type { PlainPageWords } from '../no-javascript/page-words.ts';

/** What a form is drawn from. */
export interface FormToDraw {
  schema: FormSchema;
  /** BCP 47, e.g. `es-PE`: the words, and how numbers and dates are written. */
  locale: string;
  /** Two upper-case letters: names the identity document. `null` when unknown. */
  country: string | null;
}

/** A form as a browser without scripts posted it. */
export interface PostedForm extends FormToDraw {
  /**
   * Names and values in the order of the page. Beside the fields: `drawn`, names of controls that post
   * nothing while nothing is chosen; `more`, the id of a list to add an entry to; `less`, the id of an
   * entry to take out.
   */
  entries: readonly (readonly [name: string, value: string])[];
  /** The country's cities as the proxy lists them, JSON. Absent: a city is told by its code. */
  cities?: string | undefined;
  /** What the authority found wrong in what was read. Absent: it was not asked. */
  violations?: readonly Violation[] | undefined;
}

/** What was posted, and the form with it. */
export interface PostReading {
  /** As the island hands it over. */
  data: FormData;
  /**
   * `ready` it may be sent · `wrong` errors are shown · `more` the answers call for fields that were
   * not on the page · `changed` a list was made longer or shorter.
   */
  outcome: 'ready' | 'wrong' | 'more' | 'changed';
  /** As {@link FormServer.drawFields} draws it, with what was typed and with its errors. */
  fields: string;
}

/** Words for pages around a form, all ours. */
export interface PageWords extends PlainPageWords {
  language: string;
  dir: 'ltr' | 'rtl';
  formName: string;
  /** Before the title of a page with errors. */
  error: string;
  states: Messages['states'];
  problems: Readonly<Record<ProblemName, Sentence>>;
  /** The answers call for fields that were not on the page. */
  more: Sentence;
  openForm: string;
  retry: string;
  /** What fields of well-known names are called, and the parts of a date. */
  labels: Readonly<Record<string, string>>;
}

/**
 * `import('precandidate-form/server')`: the form without a page, for whoever serves one. Draws the
 * same that the island draws in a browser, which can take it over. Every function throws when the
 * form cannot be drawn; a hostile schema may take for ever.
 */
export interface FormServer {
  /** The inside of the element's shadow root. Holds no value but what the schema itself fills in. */
  drawFields(form: FormToDraw): string;
  /** Reads what a browser posted, as the fields themselves read what is typed in a page. */
  readPost(posted: PostedForm): PostReading;
  pageWords(locale: string): PageWords;
}
