import type { FormSchema } from 'precandidate-contract';

/** What a form is drawn from. */
export interface FormToDraw {
  schema: FormSchema;
  /** BCP 47, e.g. `es-PE`: the words, and how numbers and dates are written. */
  locale: string;
  /** Two upper-case letters: names the identity document. `null` when unknown. */
  country: string | null;
}

/**
 * `import('precandidate-form/server')`: the form without a page, for whoever serves one. Draws the
 * same that the island draws in a browser, which can take it over.
 */
export interface FormServer {
  /**
   * The inside of the element's shadow root. Holds no value but what the schema itself fills in.
   * Throws when the form cannot be drawn; a hostile schema may take for ever.
   */
  drawFields(form: FormToDraw): string;
}
