import type { ElementEventName, ElementEvents, Violation } from 'precandidate-contract';
import type { ConnectionSettings } from './connection.ts';
import type { OpenedForm } from './opened-form.ts';

/** The element, as its controller sees it. */
export interface SubmissionHost {
  isConnected(): boolean;
  connectionSettings(): ConnectionSettings;
  /** BCP 47 tag of the element's language. */
  locale(): string;
  requestUpdate(): void;
  emit<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void;
  /** The loader's bootstrap response for a token, once. */
  takePrefetched(token: string): Promise<Response> | undefined;
  /** A form is on its way. `name` identifies it among all forms. */
  prepareForm(name: string): void;
  /** Mounts the form. Resolves with whether to submit it, because the candidate pressed its button beforehand. */
  openForm(form: OpenedForm, signal: AbortSignal): Promise<boolean>;
  /** Removes the form and its values. */
  closeForm(): void;
  /** Does what the form's button does: validates the values and submits them. */
  submitForm(): void;
  showErrors(violations: readonly Violation[]): void;
}
