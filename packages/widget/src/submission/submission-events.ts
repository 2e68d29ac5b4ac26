import type { Snapshot } from 'precandidate-contract';
import { ProblemError } from '../api/problem-error.ts';
import type { ElementPort } from './element-port.ts';
import type { SubmissionProgress } from './submission-progress.ts';

/** Tells the page what has changed in a form's progress since it was told last. */
export class SubmissionEvents {
  readonly #element: Pick<ElementPort, 'emit' | 'report'>;
  readonly #progress: SubmissionProgress;
  #told: { snapshot?: Snapshot; isHandedOff: boolean } = { isHandedOff: false };

  constructor(element: Pick<ElementPort, 'emit' | 'report'>, progress: SubmissionProgress) {
    this.#element = element;
    this.#progress = progress;
  }

  tell(): void {
    const { snapshot, isHandedOff, by, isForeign } = this.#progress;
    if (snapshot === undefined) return;
    const before = this.#told;
    this.#told = { snapshot, isHandedOff };
    const { person_id, precandidate_id, precandidate_status, updated_at, attempt } = snapshot;
    const { state } = snapshot;
    const ids = { person_id, precandidate_id };
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
