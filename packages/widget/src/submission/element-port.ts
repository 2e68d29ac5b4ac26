import type {
  Bootstrap,
  BrowserPrecandidate,
  ElementEventName,
  ElementEvents,
  FormSchema,
  RenderedFields,
  UiSchema,
  Violation,
} from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';
import type { BootstrapPage } from '../api/proxy-client.ts';
import type { ConnectionSettings } from './connection.ts';
import type { PageAttempts } from './page-attempts.ts';

/** The element, as its controller sees it. */
export interface ElementPort extends BootstrapPage {
  readonly form: SubmissionForm;
  readonly pageAttempts: PageAttempts;
  connectionSettings(): ConnectionSettings;
  /** The proxy is asked to choose a language; the returned function takes the BCP 47 tag that it chose. */
  localeRequested(): (tag: string) => void;
  /** Loads the scripts that have failed and, if `isLate`, those that are still loading. */
  loadAgain(isLate: boolean): void;
  requestUpdate(): void;
  /** Settles when the element has rendered its latest properties. */
  whenUpdated(): Promise<unknown>;
  emit<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void;
  /** Dispatches the event of a problem, and tells the page's developer. */
  report(error: ProblemError): void;
}

/** The element's form, as the controller sees it. */
export interface SubmissionForm {
  /** Whether this page has opened the form, even if a status has taken its place. */
  readonly hasOpened: boolean;
  /** A form is on its way. */
  prepare(formName: string): void;
  /** Mounts the form; {@link open} follows. */
  mount(form: FormToOpen, signal: AbortSignal): Promise<void>;
  /** The mounted form takes submits now. Submits it if the candidate pressed its button before. */
  open(): void;
  /** Removes the form and its values. */
  remove(): void;
  /** Does what the form's button does: validates the values and submits them. */
  submit(): void;
  /** Identifies the schema that the form is filled in with; `null` when unknown. */
  readonly schemaEtag: string | null;
  /** @param latest - the form as the service has it now; `undefined` when unknown */
  showErrors(violations: readonly Violation[], latest: FormToOpen | undefined): void;
}

export interface FormToOpen {
  schema: FormSchema;
  schemaEtag: string | null;
  /** How the session wants the form shown. */
  uiSchema?: UiSchema;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
  /** The proxy's address; ends with `/`. */
  proxyUrl: string;
  /** How the proxy renders the form; `null` when it cannot. */
  fields: RenderedFields | null;
  /** Of the draft, newest first. */
  draftKeys: readonly string[];
}

/** The form in a bootstrap; `undefined` when nothing is left to fill in. */
export function formToOpen(bootstrap: Bootstrap, proxyUrl: string): FormToOpen | undefined {
  const { schema, schema_etag: schemaEtag, record, fields, draft_keys: draftKeys } = bootstrap;
  const { ui_schema: uiSchema } = bootstrap;
  if (schema === null) return undefined;
  const country = record?.country_code.toUpperCase() ?? null;
  const form = { schema, schemaEtag, country, proxyUrl, fields, draftKeys };
  return uiSchema ? { ...form, uiSchema } : form;
}

/** An address that a link may have; `null` when it is none. */
export function webAddress(address: string | null | undefined): string | null {
  return address && /^https?:\/\//i.test(address) ? address : null;
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
