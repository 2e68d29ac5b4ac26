import {
  problemName,
  problemType,
  PROBLEMS,
  type ElementEvents,
  type Problem,
  type ProblemName,
  type Violation,
} from 'precandidate-contract';

const SETUP_PROBLEMS: readonly ProblemName[] = ['origin-not-allowed', 'proxy-url-invalid'];

/** A failure that the problem catalogue names. */
export class ProblemError extends Error {
  readonly problem: ProblemName;
  /** `Retry-After` in seconds; `undefined` when the proxy sent none. */
  readonly retryAfter: number | undefined;
  /** Set with `validation-failed`. */
  readonly violations: readonly Violation[];
  /** The service's own form, which may be sent with `schema-unusable`. */
  readonly formUrl: string | undefined;
  /** Says more than the title. Contains no candidate's value. */
  readonly detail: string | undefined;
  /** Whether the page or the proxy is set up wrongly, which no candidate can change. */
  readonly isSetup: boolean;

  constructor(
    problem: ProblemName,
    details: Partial<
      Pick<ProblemError, 'retryAfter' | 'violations' | 'formUrl' | 'detail' | 'isSetup' | 'cause'>
    > = {},
  ) {
    super(PROBLEMS[problem].title, 'cause' in details ? { cause: details.cause } : {});
    this.problem = problem;
    this.retryAfter = details.retryAfter;
    this.violations = details.violations ?? [];
    this.formUrl = details.formUrl;
    this.detail = details.detail;
    this.isSetup = details.isSetup ?? SETUP_PROBLEMS.includes(problem);
  }

  /** No assignment, which fails in a page that freezes `Error.prototype`. */
  override get name(): string {
    return 'ProblemError';
  }

  /** What the event `precandidate-problem` says. */
  get eventDetail(): ElementEvents['precandidate-problem'] {
    const { problem, detail } = this;
    const more = detail !== undefined && { detail };
    return { type: problemType(problem), ...PROBLEMS[problem], ...more };
  }

  get retryable(): boolean {
    return PROBLEMS[this.problem].retryable;
  }
}

/** What was thrown, as a problem. */
export function problemFrom(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : new ProblemError('form-broken', { cause: error });
}

/** The problem in a response that is not 2xx; without a problem of the catalogue, the status decides. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const body = await readProblem(response);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const name = problemName(body.type);
  // The proxy's own 404 names a problem: something else responded.
  if (name === undefined && response.status === 404) return notTheProxy(response);
  return new ProblemError(name ?? problemOfStatus(response.status), {
    detail: body.detail,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    violations: body.errors ?? [],
    formUrl: body.form_url,
  });
}

/** Something that is not the proxy responded. */
export function notTheProxy({ url, status, headers }: Response): ProblemError {
  const type = headers.get('content-type') ?? 'no content type';
  const detail = `${withoutQuery(url)} responded ${status} with ${type}: it is not the proxy.`;
  return new ProblemError('proxy-unreachable', { detail, isSetup: true });
}

/** A query may contain a secret. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/, '');
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
  if (status === 429) return 'rate-limited';
  return status === 502 || status === 503 || status === 504 ? 'service-unavailable' : 'internal';
}
