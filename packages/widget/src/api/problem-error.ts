import {
  problemName,
  PROBLEMS,
  type Problem,
  type ProblemName,
  type Violation,
} from 'precandidate-contract';

/** A failure that the problem catalogue names. */
export class ProblemError extends Error {
  readonly problem: ProblemName;
  /** `Retry-After` in seconds; `undefined` when the proxy sent none. */
  readonly retryAfter: number | undefined;
  /** Set with `validation-failed`. */
  readonly violations: readonly Violation[];
  /** The service's own form, which may be sent with `schema-unusable`. */
  readonly formUrl: string | undefined;

  constructor(
    problem: ProblemName,
    details: Partial<Pick<ProblemError, 'retryAfter' | 'violations' | 'formUrl'>> = {},
  ) {
    super(PROBLEMS[problem].title);
    this.name = 'ProblemError';
    this.problem = problem;
    this.retryAfter = details.retryAfter;
    this.violations = details.violations ?? [];
    this.formUrl = details.formUrl;
  }

  get retryable(): boolean {
    return PROBLEMS[this.problem].retryable;
  }
}

/** The problem in a response that is not 2xx; without a problem of the catalogue, the status decides. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const body = await readProblem(response);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ProblemError(problemName(body.type) ?? problemOfStatus(response.status), {
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    violations: body.errors ?? [],
    formUrl: body.form_url,
  });
}

async function readProblem(response: Response): Promise<Partial<Problem>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function problemOfStatus(status: number): ProblemName {
  if (status === 401) return 'session-invalid';
  // The proxy's own 404 names a problem: something else answered.
  if (status === 404) return 'proxy-unreachable';
  if (status === 429) return 'rate-limited';
  return status === 502 || status === 503 || status === 504 ? 'service-unavailable' : 'internal';
}
