/** One field of the form: any JSON Schema. The service documents `type` and `description` only. */
export interface FieldSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  [keyword: string]: unknown;
}

/** What `GET /precandidate/{person_id}/schema/{form_id}` answers: a JSON-Schema-style object. */
export interface FormSchema {
  type: 'object';
  /** Field name → definition. A name may hold quotes, slashes, dots and spaces. */
  properties: Record<string, FieldSchema | boolean>;
  /** Names of the required fields; absent when none is. */
  required?: string[];
  /**
   * The proxy's own, and never the service's: names of the fields whose `default` is a value that the
   * session was minted with. Absent when there is none.
   */
  'x-prefilled'?: string[];
  [keyword: string]: unknown;
}

/** A candidate's values by field name. */
export type FormData = Record<string, unknown>;
