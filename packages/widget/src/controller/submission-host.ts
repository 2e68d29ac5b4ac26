import type { ReactiveControllerHost } from 'lit';
import type { ElementEventName, ElementEvents, Violation } from 'precandidate-contract';
import type { OpeningWishes } from '../client/proxy-client.ts';
import type { SessionWays } from '../client/session-source.ts';
import type { FormToShow } from './form-to-show.ts';

/** What the controller asks of its element. */
export interface SubmissionHost extends ReactiveControllerHost {
  readonly isConnected: boolean;
  /** The proxy's address; ends with `/`. Throws `proxy-url-invalid` when the host's is none. */
  readonly proxyAddress: string;
  readonly sessionWays: SessionWays;
  readonly openingWishes: OpeningWishes;
  /** The answer to an opening that the page asked for under this session already; only once. */
  takeAsked(session: string): Promise<Response> | undefined;
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
