import { problemName, type Problem, type ProblemName } from 'precandidate-contract';

/** What HR can do about a problem, where that is something. */
const ADVICE: Partial<Record<ProblemName, string>> = {
  'pipeline-not-found': 'The account has no such pipeline. Choose another.',
  'service-unavailable': 'What you typed is still here. Try again in a minute.',
  'service-busy': 'What you typed is still here. Try again in a minute.',
  'proxy-unreachable': 'What you typed is still here. Try again in a minute.',
};

/** A problem as a sentence for HR. */
export function plainSentence({ type, title }: Problem): string {
  const name = problemName(type);
  const advice = name === undefined ? undefined : ADVICE[name];
  return advice === undefined ? `${title}.` : `${title}. ${advice}`;
}
