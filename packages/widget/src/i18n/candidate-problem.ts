import type { ProblemName } from 'precandidate-contract';

/**
 * Problems with a sentence of their own: what a candidate can tell apart and act upon. That of
 * `proxy-unreachable` stands in `unreachable.ts`, since nothing else can be fetched then.
 */
export const CANDIDATE_PROBLEMS = [
  'already-submitted',
  'form-broken',
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

/** The other problems, by the one whose sentence says the same to a candidate. */
const SAME_TO_A_CANDIDATE: Partial<Record<ProblemName, CandidateProblem>> = {
  'record-not-found': 'form-not-found',
  'path-not-found': 'form-not-found',
  'schema-unusable': 'form-broken',
  'proxy-url-invalid': 'form-broken',
  'session-out-of-scope': 'session-invalid',
  'session-revoked': 'session-invalid',
  unauthorized: 'session-invalid',
  'service-answer-unusable': 'service-unavailable',
  'service-busy': 'service-unavailable',
  'service-refused-key': 'service-unavailable',
  'service-refused-request': 'service-unavailable',
  'database-unavailable': 'service-unavailable',
  'shutting-down': 'service-unavailable',
};

/** The problem whose sentence the candidate reads. */
export function candidateProblem(name: ProblemName): CandidateProblem {
  const own: readonly ProblemName[] = CANDIDATE_PROBLEMS;
  if (own.includes(name)) return name as CandidateProblem;
  return SAME_TO_A_CANDIDATE[name] ?? 'internal';
}
