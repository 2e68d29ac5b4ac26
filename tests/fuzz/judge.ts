import { type ProblemName, PROBLEMS, problemName } from 'precandidate-contract';
import { BACKEND_KEY, WEBHOOK_SECRET } from 'precandidate-testing/service.ts';
import { MARKER } from './hostile-values.ts';
import type { Operation } from './target.ts';
import type { WireAnswer } from './wire.ts';

/** What is wrong with a response; `--seed` and `--path` send the request again. */
export interface Finding {
  seed: number;
  path: number;
  what: string;
}

export interface FuzzReport {
  requests: number;
  /** Kind of request → status → number; `none`: the connection was closed without a response. */
  answered: Map<string, Map<string, number>>;
  /** Operations that never had a 2xx response. */
  never_taken: Set<string>;
  findings: Finding[];
  measures: Measure[];
}

/** 5xx that the service causes, not the proxy. */
const OF_THE_SERVICE = new Set([
  'schema-unusable',
  'service-answer-unusable',
  'service-refused-request',
]);
/** A busy machine can make the service late now and then; {@link judgeRun} counts. */
const LATE_SERVICE = 'The service takes too long to respond';
const INSIDE = /\.[tj]s:\d+|node_modules|node:internal|Error:|\bat \S+ \(|sqlite|postgres/i;
/** What is wrong with a response to any request; `undefined`: nothing. */
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

/** Of any path: it does not exist, has another method, or the request is no HTTP that can be read. */
const OF_ANY_PATH: readonly (ProblemName | undefined)[] = [
  'path-not-found',
  'method-not-allowed',
  'headers-too-large',
];

const OF_OTHER_METHODS = [204, 405];

/** What `/openapi.json` does not say about a response; `undefined`: it declares the status. */
export function judgeDeclared(
  { method, path, isDescribed, statuses }: Operation,
  { status, body }: WireAnswer,
): string | undefined {
  if (!isDescribed || statuses.has(status)) return undefined;
  // Another method was sent: a preflight, or one whose response has no body.
  if (body === '' && OF_OTHER_METHODS.includes(status)) return undefined;
  const problem = status < 400 ? {} : (JSON.parse(body || '{}') as Record<string, unknown>);
  if (OF_ANY_PATH.includes(problemName(problem['type']))) return undefined;
  return `${method} ${path} does not declare ${status} ${String(problem['type'] ?? '')}`;
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
  const isLate = problem['detail'] === LATE_SERVICE;
  if (status >= 500 && !OF_THE_SERVICE.has(name) && !isLate) return `${status} ${name}`;
  if (withoutPointers(problem).includes(MARKER)) return `${name} repeats what was sent`;
  if (INSIDE.test(body)) return `${name} reveals internals`;
  return undefined;
}

/** With fewer requests, caches are still filling, so memory is not judged. */
const ENOUGH = 40;
/** So many requests reach every operation a few times. */
const ENOUGH_REQUESTS = 2_000;
/** Growth from the end of the warm-up to the end. */
const MOST_GROWTH = 1.25;
/** Connections that the proxy holds open to the service come and go. */
const MORE_FDS = 40;
/** Responses that say that the service takes too long: it is fast. */
const MOST_LATE = 20;
/** A submission or session requests schema, record, and delivery. */
const MOST_CALLS = 3;

/** Violations of a whole run. */
export function judgeRun(
  { measures, requests, never_taken }: FuzzReport,
  failure: string | undefined,
): string[] {
  if (failure !== undefined) return [`the proxy ended unexpectedly, ${failure}`];
  const [first, last] = [measures[0], measures.at(-1)];
  if (!first || !last) return ['nothing was measured'];
  const faults: string[] = [];
  if (last.internal > 0) faults.push(`${last.internal} problems of the name internal`);
  if (last.unavailable > MOST_LATE) faults.push(`${last.unavailable} times the service was late`);
  if (requests >= ENOUGH_REQUESTS)
    faults.push(...[...never_taken].map((name) => `${name} was never answered as it should be`));
  const calls = last.service_calls - last.looks;
  // Creating identifiers also causes requests to the service.
  if (requests >= ENOUGH_REQUESTS && calls > MOST_CALLS * requests)
    faults.push(`${calls} calls to the service`);
  if (measures.length >= ENOUGH) faults.push(...judgeMemory(measures));
  if (last.open_fds > first.open_fds + MORE_FDS)
    faults.push(`${first.open_fds} open files at first, ${last.open_fds} in the end`);
  return faults;
}

/** Minimum of the second quarter, when caches are full, compared with that of the last. */
function judgeMemory(measures: readonly Measure[]): string[] {
  const quarter = Math.floor(measures.length / 4);
  return (['rss_bytes', 'heap_bytes'] as const).flatMap((name) => {
    const least = (from: number, to: number) =>
      Math.min(...measures.slice(from, to).map((one) => one[name]));
    const [warm, end] = [least(quarter, quarter * 2), least(quarter * 3, measures.length)];
    const grown = end > warm * MOST_GROWTH;
    return grown ? [`${name}: ${warm} after warm-up, ${end} in the end`] : [];
  });
}

/** Figures of the proxy's process, from its own metrics. */
export interface Measure {
  rss_bytes: number;
  /** Heap in use after a garbage collection. */
  heap_bytes: number;
  open_fds: number;
  /** Number of `internal` problems. */
  internal: number;
  /** Number of `service-unavailable` problems. */
  unavailable: number;
  service_calls: number;
  /** Polls, which also call the service. */
  looks: number;
}

export async function measure(url: string): Promise<Measure> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const sum = (series: RegExp) =>
    text
      .split('\n')
      .filter((line) => series.test(line))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  return {
    rss_bytes: sum(/^process_resident_memory_bytes /),
    heap_bytes: sum(/^nodejs_heap_size_used_bytes /),
    open_fds: sum(/^process_open_fds /),
    internal: sum(/^precandidate_problems_total\{problem="internal"\} /),
    unavailable: sum(/^precandidate_problems_total\{problem="service-unavailable"\} /),
    service_calls: sum(/^precandidate_upstream_calls_total\{/),
    looks: sum(/^precandidate_polls_total\{/),
  };
}

/** A pointer names a field, also one that the form does not have. */
function withoutPointers(problem: Record<string, unknown>): string {
  return JSON.stringify(problem, (name, value: unknown) => (name === 'pointer' ? '' : value));
}
