import type { ElementEventName, ElementEvents, Violation } from 'precandidate-contract';
import type { ConnectionSettings } from './connection.ts';
import type { OpenedForm } from './opened-form.ts';

/** The element, as its controller sees it. */
export interface ElementPort {
  readonly form: SubmissionForm;
  connectionSettings(): ConnectionSettings;
  /** BCP 47 tag of the element's language. */
  locale(): string;
  requestUpdate(): void;
  /** Settles when the element has rendered its latest properties. */
  whenUpdated(): Promise<unknown>;
  emit<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void;
  /** The loader's bootstrap response for a token, once. */
  takePrefetched(token: string): Promise<Response> | undefined;
}

/** The element's form, as the controller sees it. */
export interface SubmissionForm {
  /** A form is on its way. */
  prepare(formName: string): void;
  /**
   * Mounts the form. Resolves with whether to submit it, because the candidate pressed its button before
   * it was hydrated.
   */
  open(form: OpenedForm, signal: AbortSignal): Promise<boolean>;
  /** Removes the form and its values. */
  close(): void;
  /** Does what the form's button does: validates the values and submits them. */
  submit(): void;
  showErrors(violations: readonly Violation[]): void;
}
