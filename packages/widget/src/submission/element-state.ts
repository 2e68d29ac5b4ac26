import type { ProblemName } from 'precandidate-contract';
import type { SubmissionProgress } from './submission-progress.ts';

/** What `element.state` and `:state()` say; `docs/reference/element.md` describes them. */
export const ELEMENT_STATES = [
  'loading',
  'ready',
  'checking',
  'sending',
  'sent',
  'submitted',
  'elsewhere',
  'handed-off',
  'refused',
  'unconfirmed',
  'offline',
  'problem',
] as const;
export type ElementState = (typeof ELEMENT_STATES)[number];

export type ProgressFacts = Pick<
  SubmissionProgress,
  'state' | 'by' | 'isStored' | 'isFormOpen' | 'isHandedOff'
>;

export interface RequestFacts {
  problem: ProblemName | undefined;
  /** A submit waits for its response. */
  isSubmitting: boolean;
  isOnline: boolean;
}

/** Once the proxy or the service has the data, no problem changes the state. */
export function elementState(
  { state, by, isStored, isFormOpen, isHandedOff }: ProgressFacts,
  { problem, isSubmitting, isOnline }: RequestFacts,
): ElementState {
  if (state === 'submitted') return by === 'elsewhere' ? 'elsewhere' : 'submitted';
  if (state === 'sent' && !isSubmitting) return 'sent';
  if (isStored && !isSubmitting) return 'sending';
  if (problem === 'proxy-unreachable' && !isOnline && isFormOpen) return 'offline';
  if (problem !== undefined) return 'problem';
  if (isSubmitting) return 'checking';
  if (state === 'sending') return 'sending';
  if (!isFormOpen) return 'loading';
  if (state === 'refused' || state === 'unconfirmed') return state;
  return isHandedOff ? 'handed-off' : 'ready';
}
