import type { ElementEventName, ElementEvents, Violation } from 'precandidate-contract';
import type { SessionSource, SessionWays } from '../api/session-source.ts';
import type { FormToShow } from './form-to-show.ts';

/** What the controller asks of its element. */
export interface SubmissionHost {
  readonly isConnected: boolean;
  /** The proxy's address; ends with `/`. Throws `proxy-url-invalid` when the host's is none. */
  readonly proxyAddress: string;
  readonly sessionWays: SessionWays;
  /** Something changed that can be seen. */
  requestUpdate(): void;
  /** Where the tokens of a session come from. */
  takeSessionSource(): SessionSource;
  /** Asks for the bootstrap under a token. Rejects when the proxy cannot be reached. */
  requestBootstrap(token: string, signal: AbortSignal): Promise<Response>;
  /** A form is on its way: what is kept of it can be looked for. `name` tells it from all others. */
  expectForm(name: string): void;
  /** Puts the fields into the page; they keep what was typed while they are there. */
  showForm(form: FormToShow, signal: AbortSignal): Promise<void>;
  /** Takes the fields and what was typed out of the page. */
  closeForm(): void;
  /** Submits what stands in the fields. */
  submit(): void;
  /** Shows what the proxy found wrong with the values. */
  showErrors(violations: readonly Violation[]): void;
  tell<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void;
}
