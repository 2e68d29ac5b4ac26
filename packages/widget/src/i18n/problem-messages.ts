import { PROBLEMS, type ProblemName } from 'precandidate-contract';
import type { Message } from './format-message.ts';

/** A message with a title (what happened) and a text (what comes next). */
export interface Sentence {
  title: string;
  text: string;
}

/**
 * Problems with a message of their own, because the candidate can act on them. The message of
 * `proxy-unreachable` needs no download: `unreachable` in a language's file.
 */
export const CANDIDATE_PROBLEMS = [
  'already-submitted',
  'body-too-large',
  'form-broken',
  'form-host-not-allowed',
  'form-not-found',
  'internal',
  'origin-not-allowed',
  'rate-limited',
  'service-unavailable',
  'session-expired',
  'session-invalid',
  'session-missing',
  'submission-in-progress',
  'submission-refused',
  'validation-failed',
] as const satisfies readonly ProblemName[];
export type CandidateProblem = (typeof CANDIDATE_PROBLEMS)[number];

/** The problem whose message a candidate reads in place of another. */
const SAME_TO_A_CANDIDATE: Partial<Record<ProblemName, CandidateProblem>> = {
  'record-not-found': 'form-not-found',
  'path-not-found': 'origin-not-allowed',
  'schema-unusable': 'form-broken',
  'proxy-url-invalid': 'origin-not-allowed',
  'session-out-of-scope': 'session-invalid',
  'session-revoked': 'session-invalid',
  'session-unavailable': 'service-unavailable',
  unauthorized: 'session-invalid',
  'hosted-form-refused': 'service-unavailable',
  'service-answer-unusable': 'service-unavailable',
  'service-busy': 'service-unavailable',
  'service-refused-key': 'service-unavailable',
  'service-refused-request': 'service-unavailable',
  'database-unavailable': 'service-unavailable',
  'shutting-down': 'service-unavailable',
};

export function candidateProblem(name: ProblemName): CandidateProblem {
  const own: readonly ProblemName[] = CANDIDATE_PROBLEMS;
  if (own.includes(name)) return name as CandidateProblem;
  return (
    SAME_TO_A_CANDIDATE[name] ?? (PROBLEMS[name].retryable ? 'internal' : 'form-host-not-allowed')
  );
}

/** Messages that need no download. */
export interface Unreachable extends Sentence {
  retry: string;
  /** Announces an automatic retry in `{n}` seconds. */
  retryIn: Message;
  /** Accessible name of the placeholder while the form loads. */
  loading: string;
}
