import { PROBLEMS, problemName } from 'precandidate-contract';
import { BACKEND_KEY, WEBHOOK_SECRET } from './credentials.ts';
import { MARKER } from './hostile-values.ts';
import type { WireAnswer } from './read-answers.ts';

/** 5xx that the service, not the proxy, is the cause of. */
const OF_THE_SERVICE = new Set([
  'schema-unusable',
  'service-answer-unusable',
  'service-refused-request',
]);
const INSIDE = /\.[tj]s:\d+|node_modules|node:internal|Error:|\bat \S+ \(|sqlite|postgres/i;
/** What is wrong with an answer, whatever was asked; `undefined` when nothing is. */
export function judgeAnswer(answer: WireAnswer): string | undefined {
  const { status, headers, body } = answer;
  for (const secret of [BACKEND_KEY, WEBHOOK_SECRET])
    if (body.includes(secret) || JSON.stringify(headers).includes(secret))
      return 'the answer holds a secret';
  if (headers['x-injected'] !== undefined || headers['set-cookie'] !== undefined)
    return 'a header was smuggled into the answer';
  if (status < 400) return undefined;
  return judgeProblem(answer);
}

function judgeProblem({ status, headers, body }: WireAnswer): string | undefined {
  if (!headers['content-type']?.startsWith('application/problem+json'))
    return `${status} is no problem+json but ${headers['content-type']}`;
  // An answer to HEAD has no body.
  if (body === '') return status === 500 ? 'a 500' : undefined;
  let problem: Record<string, unknown>;
  try {
    problem = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return 'the problem is no JSON';
  }
  const name = problemName(problem['type']);
  if (name === undefined) return `a problem outside the catalogue: ${String(problem['type'])}`;
  const { title, status: expected } = PROBLEMS[name];
  if (problem['title'] !== title || problem['status'] !== expected || status !== expected)
    return `${name} answered ${status} ${String(problem['title'])}`;
  if (status >= 500 && !OF_THE_SERVICE.has(name)) return `${status} ${name}`;
  if (body.includes(MARKER)) return `${name} repeats what was sent`;
  if (INSIDE.test(body)) return `${name} tells of our inside`;
  return undefined;
}
