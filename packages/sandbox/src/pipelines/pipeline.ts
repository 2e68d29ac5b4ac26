/** Any JSON Schema. */
export interface FieldSchema {
  type?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  if?: FieldSchema;
  then?: FieldSchema;
  else?: FieldSchema;
  [keyword: string]: unknown;
}

/** The response of the schema path. */
export interface FormSchema extends FieldSchema {
  type: 'object';
  properties: Record<string, FieldSchema>;
}

export const WORKFLOWS = ['standard', 'candidate_screening', 'reference_check'] as const;
/** `candidate_screening` needs a phone number: the service calls the candidate. */
type Workflow = (typeof WORKFLOWS)[number];

/** Languages of the hosted form. */
export type Language = 'es' | 'pt' | 'en';

/** A pipeline of the account: which reports to run, and what they need from the candidate. */
export interface Pipeline {
  pipeline_id: string;
  pipeline_name: string;
  /** Two letters; `null` for a pipeline of any country. */
  country_code: string | null;
  workflow: Workflow;
  reports_enabled: string[];
  report_settings: Record<string, unknown>;
  form_schema: FormSchema;
}
