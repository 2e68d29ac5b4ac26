import { PROBLEMS, type Problem, type ProblemName, problem } from 'precandidate-contract';

/** An error with the problem that the error handler responds with. */
export class ProblemError extends Error {
  readonly problemName: ProblemName;
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
  /** When to try again, also a header of the response; `undefined`: not known. */
  readonly retryAfterMs: number | undefined;
  /** For a call to the service: whether it certainly did not process the request. */
  readonly isNotProcessed: boolean;
  /** What the cause calls itself, for operators: never part of a response. */
  readonly code: string | undefined;

  constructor(
    problemName: ProblemName,
    extra: Pick<Problem, 'detail' | 'errors' | 'form_url'> & {
      headers?: Record<string, string>;
      retryAfterMs?: number;
      isNotProcessed?: boolean;
      code?: string | undefined;
    } = {},
  ) {
    super(PROBLEMS[problemName].title);
    const { headers, retryAfterMs, isNotProcessed = false, code, ...body } = extra;
    const seconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
    this.name = 'ProblemError';
    this.problemName = problemName;
    this.problem = problem(problemName, body);
    this.headers = { ...headers, ...(seconds !== undefined && { 'retry-after': String(seconds) }) };
    this.retryAfterMs = retryAfterMs;
    this.isNotProcessed = isNotProcessed;
    this.code = code;
  }
}

export function isProblem(error: unknown, name: ProblemName): error is ProblemError {
  return error instanceof ProblemError && error.problemName === name;
}

/** How long an error asks to wait, in milliseconds; 0 when it does not. */
export function retryAfterOf(error: unknown): number {
  return error instanceof ProblemError ? (error.retryAfterMs ?? 0) : 0;
}

/** Name, code, and stack frames of an unexpected error, without its message, which may contain values. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8);
  const name = error instanceof ProblemError ? error.problemName : undefined;
  return {
    error: error.name,
    problem: name,
    code: 'code' in error ? error.code : undefined,
    frames,
  };
}
