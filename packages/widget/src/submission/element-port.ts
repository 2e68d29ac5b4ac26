import type {
  ElementEventName,
  ElementEvents,
  FormSchema,
  RenderedFields,
  UiSchema,
  Violation,
} from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';
import type { BootstrapPage } from '../api/proxy-client.ts';
import type { ConnectionSettings } from './session-connection.ts';
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
  /** The mounted form takes submits now. */
  open(): void;
  /** Presses the button of the open form if the candidate did so before. */
  pressDeferred(): void;
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
