import type { ProblemName, SubmissionState, SubmittedBy } from 'precandidate-contract';

/**
 * What `element.state` and `:state()` say.
 *
 * - `loading`: the form is on its way.
 * - `ready`: the candidate can fill in the form.
 * - `checking`: a submit is under way.
 * - `sending`: the proxy delivers the data to the service.
 * - `sent`: the service took the data.
 * - `submitted`: the service confirmed the data.
 * - `elsewhere`: the service has the data from elsewhere.
 * - `handed-off`: the candidate continues in the hosted form.
 * - `refused`: the service rejected the data; the candidate can submit again.
 * - `unconfirmed`: the service did not confirm the data in time; the candidate can submit again.
 * - `offline`: there is no network; a pressed submit waits for it until the candidate edits the form.
 * - `problem`: something went wrong, see `precandidate-problem`.
 */
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

/** What decides the state. */
export interface StateFacts {
  submission: SubmissionState;
  by: SubmittedBy | null;
  problem: ProblemName | undefined;
  /** The form is mounted. */
  isFormOpen: boolean;
  /** A submit waits for its response. */
  isPending: boolean;
  /** The proxy checked the data, and the candidate enters it in the hosted form. */
  isHandedOff: boolean;
  isOnline: boolean;
}

/** The state that follows from the facts. Once the service has the data, no problem changes that. */
export function elementState(facts: StateFacts): ElementState {
  if (facts.submission === 'submitted') return facts.by === 'elsewhere' ? 'elsewhere' : 'submitted';
  if (facts.submission === 'sent' && !facts.isPending) return 'sent';
  if (facts.problem !== undefined) return isWaitingForNetwork(facts) ? 'offline' : 'problem';
  if (facts.isPending) return 'checking';
  if (facts.submission === 'sending') return 'sending';
  if (!facts.isFormOpen) return 'loading';
  if (facts.submission === 'refused' || facts.submission === 'unconfirmed') return facts.submission;
  return facts.isHandedOff ? 'handed-off' : 'ready';
}

function isWaitingForNetwork({ problem, isOnline, isFormOpen }: StateFacts): boolean {
  return problem === 'proxy-unreachable' && !isOnline && isFormOpen;
}
