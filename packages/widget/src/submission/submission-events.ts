import type { Snapshot } from 'precandidate-contract';
import type { ElementPort } from './element-port.ts';
import { idsOf, type Step, type SubmissionProgress } from './submission-progress.ts';

type Emitter = Pick<ElementPort, 'emit'>;

/** Dispatches the events of a snapshot. The progress has received it, so that the state is the new one. */
export function emitStep(
  element: Emitter,
  { from, to, newStatus }: Step,
  snapshot: Snapshot,
  { by, isForeign }: Pick<SubmissionProgress, 'by' | 'isForeign'>,
): void {
  const isChanged = to !== from;
  if (newStatus !== null || (isChanged && to === 'unconfirmed')) emitStatus(element, snapshot);
  if (isChanged && to === 'sent' && !isForeign) element.emit('precandidate-sent', idsOf(snapshot));
  if (isChanged && to === 'submitted')
    element.emit('precandidate-submitted', {
      ...idsOf(snapshot),
      by: by ?? 'elsewhere',
      updated_at: snapshot.updated_at,
    });
}

export function emitStatus(element: Emitter, { precandidate_status }: Snapshot): void {
  if (precandidate_status !== null) element.emit('precandidate-status', { precandidate_status });
}
