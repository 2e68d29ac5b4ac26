import type { FormSchema, UiSchema } from 'precandidate-contract';

/** What a form is rendered from. */
export interface FormToRender {
  schema: FormSchema;
  /** As the proxy's bootstrap sends it. */
  uiSchema?: UiSchema;
  /** BCP 47, for example `es-PE`: the language, and how numbers and dates are written. */
  locale: string;
  /** Two upper-case letters: names the identity document. `null` when unknown. */
  country: string | null;
}

/**
 * `import('precandidate-form/server')`: prerenders a form on a server. The browser hydrates the result.
 * Throws when the schema cannot be rendered; a hostile schema may never finish, so run it in a worker
 * with a deadline.
 */
export interface FormServer {
  /** The inside of the element's shadow root. Contains no value other than the schema's defaults. */
  renderFields(form: FormToRender): string;
}

export declare const renderFields: FormServer['renderFields'];
