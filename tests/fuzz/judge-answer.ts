import { PROBLEMS, problemName } from 'precandidate-contract';
import { BACKEND_KEY, WEBHOOK_SECRET } from './credentials.ts';
import { HOSTILE_TEXTS, MARKER } from './hostile-values.ts';
import type { WireAnswer } from './read-answers.ts';

/** 5xx that the service, not the proxy, is the cause of. */
const OF_THE_SERVICE = new Set([
  'schema-unusable',
  'service-answer-unusable',
  'service-refused-request',
]);
/** The one cookie that there is: how a form stands, once it was posted without a script. */
const RECEIPT =
  /^precandidate-page=[\w.-]+; Path=\/precandidate\/[\w-]+\/page\/[\w-]+; HttpOnly; SameSite=Lax$/;
const INSIDE = /\.[tj]s:\d+|node_modules|node:internal|Error:|\bat \S+ \(|sqlite|postgres/i;
/** What a candidate reads begins an error with that word. */
const READ = />Error:/g;

/** What is wrong with an answer, whatever was asked; `undefined` when nothing is. */
export function judgeAnswer(answer: WireAnswer): string | undefined {
  const { status, headers, body } = answer;
  for (const secret of [BACKEND_KEY, WEBHOOK_SECRET])
    if (body.includes(secret) || JSON.stringify(headers).includes(secret))
      return 'the answer holds a secret';
  const isReceipt = status === 303 && RECEIPT.test(headers['set-cookie'] ?? '');
  if (headers['x-injected'] !== undefined || (headers['set-cookie'] !== undefined && !isReceipt))
    return 'a header was smuggled into the answer';
  if (headers['content-type']?.startsWith('text/html')) return judgePage(answer);
  if (status < 400) return undefined;
  return judgeProblem(answer);
}

/** Where no script runs, every answer is a page, also of what went wrong. */
function judgePage({ status, headers, body }: WireAnswer): string | undefined {
  if (status === 500) return 'a 500';
  if (!headers['content-security-policy']?.includes("default-src 'none'"))
    return 'a page without a policy';
  if (HOSTILE_TEXTS.some((text) => /<\w/.test(text) && body.includes(text)))
    return 'a page holds markup that was sent';
  return INSIDE.test(body.replaceAll(READ, '')) ? 'a page tells of our inside' : undefined;
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
