import { PROBLEMS, type Snapshot } from 'precandidate-contract';
import { ProblemError, problemFrom } from '../api/problem-error.ts';
import { backoff, pause } from '../api/timing.ts';
import type { ElementPort } from './element-port.ts';
import { FIRST_PAUSE_MS, MAX_PAUSE_MS, needsSession } from './error-state.ts';

/** Values that the candidate has submitted in a form. */
interface Submitted {
  formName: string;
  /** Sends them under their key. */
  send: () => Promise<Snapshot>;
  /** To the latest try; `undefined` when none was made. */
  response: Promise<Snapshot> | undefined;
}

/**
 * Delivers what the candidate submitted in a form that the page has replaced by another one since, as the
 * element promised, or says that it did not arrive.
 */
export class BackgroundDelivery {
  readonly #element: Pick<ElementPort, 'report' | 'requestUpdate'>;
  #lostForm: string | undefined;

  constructor(element: Pick<ElementPort, 'report' | 'requestUpdate'>) {
    this.#element = element;
  }

  /** Whether the values of another form than this one did not arrive. This one has them in its draft. */
  hasLostAnother(formName: string | undefined): boolean {
    return this.#lostForm !== undefined && this.#lostForm !== formName;
  }

  /** Resolves with the proxy's response; with `undefined` when the values cannot be delivered. */
  async deliver({ formName, send, response }: Submitted): Promise<Snapshot | undefined> {
    try {
      return await repeat(send, response);
    } catch (error) {
      const { problem, isSetup } = problemFrom(error);
      // The service has the values of another page.
      if (PROBLEMS[problem].status === 409) return undefined;
      this.#lostForm = formName;
      const detail = 'The values of the form that this one has replaced were not sent.';
      this.#element.report(new ProblemError(problem, { detail, isSetup }));
      this.#element.requestUpdate();
      return undefined;
    }
  }
}

/** Repeats a request until the proxy has responded for good. */
async function repeat(
  send: () => Promise<Snapshot>,
  response?: Promise<Snapshot>,
): Promise<Snapshot> {
  const { signal } = new AbortController();
  let latest = response ?? send();
  for (let failures = 1; ; failures += 1) {
    try {
      return await latest;
    } catch (error) {
      const isTemporary = error instanceof ProblemError && error.retryable;
      if (!isTemporary || needsSession(error.problem)) throw error;
      const { retryAfter } = error;
      const ms = backoff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
      await pause(Math.max(ms, (retryAfter ?? 0) * 1_000), signal, retryAfter === undefined);
    }
    latest = send();
  }
}
