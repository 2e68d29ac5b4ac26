/** One field of the form: any JSON Schema. The service documents `type` and `description` only. */
export interface FieldSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  [keyword: string]: unknown;
}

/** Response of `GET /precandidate/{person_id}/schema/{form_id}`: a JSON-Schema-style object. */
export interface FormSchema {
  type: 'object';
  /** By field name, which can contain quotes, slashes, dots, and spaces. */
  properties: Record<string, FieldSchema | boolean>;
  /** Names of the required fields. */
  required?: string[];
  /**
   * Added by the proxy: names of the fields whose `default` is a prefilled value of the session.
   * Absent without any.
   */
  'x-prefilled'?: string[];
  /** Added by the proxy to a form with files: the size of a submission, in bytes. */
  'x-max-body-bytes'?: number;
  [keyword: string]: unknown;
}

/** A candidate's values by field name. */
export type FormData = Record<string, unknown>;
