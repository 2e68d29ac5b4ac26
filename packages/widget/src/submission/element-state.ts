import type { ProblemName, SubmissionState, SubmittedBy } from 'precandidate-contract';

/**
 * Where the element stands: what `element.state` and `:state()` say.
 *
 * `loading` the form is on its way · `ready` it can be filled in · `checking` a submit is under way ·
 * `sending` the service is being asked · `sent` it took the data · `submitted` it confirmed it ·
 * `elsewhere` it has the data from elsewhere · `handed-off` the candidate goes on in the hosted form ·
 * `refused` the service rejected the data · `offline` a submit waits for the network · `problem`
 * something went wrong, see `precandidate-problem`.
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
  'offline',
  'problem',
] as const;
export type ElementState = (typeof ELEMENT_STATES)[number];

/** All that decides the state. */
export interface StateFacts {
  submission: SubmissionState;
  by: SubmittedBy | null;
  problem: ProblemName | undefined;
  /** The fields are in the page. */
  isFormShown: boolean;
  /** A submit was made and has not been answered. */
  isPending: boolean;
  /** The data was checked, and the hosted form is where it is given. */
  isHandedOff: boolean;
  isOnline: boolean;
}

/** The one word for the facts. The service's word comes before any trouble of ours. */
export function elementState(facts: StateFacts): ElementState {
  if (facts.submission === 'submitted') return facts.by === 'elsewhere' ? 'elsewhere' : 'submitted';
  if (facts.problem !== undefined) return isWaitingForNetwork(facts) ? 'offline' : 'problem';
  if (facts.isPending) return 'checking';
  if (facts.submission === 'sending' || facts.submission === 'sent') return facts.submission;
  if (!facts.isFormShown) return 'loading';
  if (facts.submission === 'refused') return 'refused';
  return facts.isHandedOff ? 'handed-off' : 'ready';
}

function isWaitingForNetwork({ problem, isOnline, isFormShown }: StateFacts): boolean {
  return problem === 'proxy-unreachable' && !isOnline && isFormShown;
}
