import type { FormData, Snapshot } from 'precandidate-contract';

type State =
  | { is: 'none' }
  | { is: 'waiting'; values: FormData; response?: Promise<Snapshot> }
  | { is: 'checking'; values: FormData; response: Promise<Snapshot> }
  | { is: 'withdrawn' };

/**
 * What the candidate has submitted, until the proxy has accepted or refused it.
 *
 * | state | what goes on | to | when |
 * | --- | --- | --- | --- |
 * | `none` | nothing | `waiting` | the candidate submits valid values |
 * | `waiting` | the values are to be sent, once there is a session or by a retry | `checking` | they are sent |
 * | | | `none` | the candidate edits the form |
 * | `checking` | a response is awaited | `waiting` | there was none |
 * | | | `withdrawn` | the candidate edits the form |
 * | `withdrawn` | the same, and nothing is repeated | `none` | there was none |
 *
 * From every state, `none` follows a response, and a state of the service that says the same.
 */
export class PendingSubmit {
  #state: State = { is: 'none' };

  /** Whether a submit waits for its response. */
  get isChecking(): boolean {
    return this.#state.is === 'checking' || this.#state.is === 'withdrawn';
  }

  /** What is still to be sent. */
  get values(): FormData | undefined {
    return 'values' in this.#state ? this.#state.values : undefined;
  }

  /** To the latest try; `undefined` when none was made. */
  get response(): Promise<Snapshot> | undefined {
    return 'response' in this.#state ? this.#state.response : undefined;
  }

  wait(values: FormData): void {
    this.#state = { is: 'waiting', values };
  }

  check(values: FormData, response: Promise<Snapshot>): void {
    this.#state = { is: 'checking', values, response };
  }

  /** The candidate edits the form. */
  withdraw(): void {
    this.#state = this.isChecking ? { is: 'withdrawn' } : { is: 'none' };
  }

  /** Nobody waits for the response any more. */
  stopChecking(): void {
    if (this.#state.is === 'checking') this.#state = { ...this.#state, is: 'waiting' };
    if (this.#state.is === 'withdrawn') this.end();
  }

  end(): void {
    this.#state = { is: 'none' };
  }
}
