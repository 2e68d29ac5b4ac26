import type { FormData, ProblemName, Snapshot } from 'precandidate-contract';
import { ProblemError } from '../api/problem-error.ts';
import { jsonText, type ProxyClient } from '../api/proxy-client.ts';
import type { ElementPort } from './element-port.ts';
import { PendingSubmit } from './pending-submit.ts';
import {
  elementState,
  idsOf,
  SubmissionProgress,
  type ElementState,
  type Step,
} from './submission-progress.ts';

/**
 * The submission of one form: how far it is, what is still to be sent, and what the page has been told of it. A
 * page that opens another form gets another one.
 */
export class FormSubmission {
  readonly progress: SubmissionProgress;
  readonly pending = new PendingSubmit();
  readonly #element: ElementPort;
  #notified: { snapshot?: Snapshot; isHandedOff: boolean } = { isHandedOff: false };

  constructor(element: ElementPort) {
    this.#element = element;
    this.progress = new SubmissionProgress(element.form, element.pageAttempts);
  }

  /**
   * @param problem - of the latest request
   * @param isSubmitting - whether the candidate sees that a submit waits for its response
   */
  elementState(problem: ProblemName | undefined, isSubmitting: boolean): ElementState {
    return elementState(this.progress, {
      hasOpened: this.#element.form.hasOpened,
      problem,
      isSubmitting,
      isOnline: navigator.onLine !== false,
    });
  }

  /** Sends values, and waits for the response. */
  send(client: ProxyClient, values: FormData): Promise<Snapshot> {
    const response = this.sender(client, values)();
    this.pending.check(values, response);
    return response;
  }

  /** Sends values under one key, however often it is called. */
  sender(client: ProxyClient, values: FormData): () => Promise<Snapshot> {
    const body = jsonText(values);
    const key = this.progress.begin(body);
    const { schemaEtag } = this.#element.form;
    return () => client.submit(body, key, schemaEtag);
  }

  /** Applies a snapshot; `undefined` when a newer one is known. */
  receive(snapshot: Snapshot): Step | undefined {
    const step = this.progress.receive(snapshot);
    const { from, to } = step ?? {};
    // The stream was faster than the response to the submit.
    if (to !== from && to !== 'open' && to !== 'sending') this.pending.end();
    return step;
  }

  /** Dispatches the events of what has changed since the last call. */
  notifyPage(): void {
    const { snapshot, isHandedOff, by, isForeign } = this.progress;
    if (snapshot === undefined) return;
    const before = this.#notified;
    this.#notified = { snapshot, isHandedOff };
    const { state, precandidate_status, updated_at, attempt } = snapshot;
    const ids = idsOf(snapshot);
    const isNew = state !== (before.snapshot?.state ?? 'open');
    const isOtherStatus = precandidate_status !== (before.snapshot?.precandidate_status ?? null);
    const isNowHandedOff = isHandedOff && !before.isHandedOff;
    const hasStatus = isOtherStatus || isNowHandedOff || (isNew && state === 'unconfirmed');
    if (hasStatus && precandidate_status !== null)
      this.#element.emit('precandidate-status', { precandidate_status });
    if (isNew && state === 'sent' && !isForeign) this.#element.emit('precandidate-sent', ids);
    if (isNew && state === 'submitted')
      this.#element.emit('precandidate-submitted', { ...ids, by: by ?? 'elsewhere', updated_at });
    if (state === 'refused' && (isNew || attempt !== before.snapshot?.attempt))
      this.#element.report(new ProblemError('submission-refused'));
  }
}
