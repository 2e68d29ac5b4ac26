import type {
  Bootstrap,
  BrowserPrecandidate,
  FormSchema,
  RenderedFields,
} from 'precandidate-contract';

export interface OpenedForm {
  schema: FormSchema;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
  /** The proxy's address; ends with `/`. */
  proxyUrl: string;
  /** How the proxy renders the form; `null` when it cannot. */
  fields: RenderedFields | null;
}

/** The form in a bootstrap; `undefined` when nothing is left to fill in. */
export function openedForm(bootstrap: Bootstrap, proxyUrl: string): OpenedForm | undefined {
  const { schema, record, fields } = bootstrap;
  if (schema === null) return undefined;
  return { schema, country: record?.country_code.toUpperCase() ?? null, proxyUrl, fields };
}

/** The workflow in which the service calls the candidate. */
const CALL_WORKFLOW = 'candidate_screening';

/** Whether the service will call the candidate: the pipeline or a report is named after the workflow. */
export function expectsCall(record: Partial<BrowserPrecandidate> | null): boolean {
  const names: unknown[] = [record?.pipeline_name, record?.reports_enabled].flat();
  return names.some(
    (name) => typeof name === 'string' && name.toLowerCase().includes(CALL_WORKFLOW),
  );
}
