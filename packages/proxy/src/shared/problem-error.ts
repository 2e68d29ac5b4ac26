import { PROBLEMS, type Problem, type ProblemName, problem } from 'precandidate-contract';

/** An error with the problem that the error handler responds with. */
export class ProblemError extends Error {
  readonly problemName: ProblemName;
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
  /** For a call to the service: whether it certainly did not process the request. */
  readonly isNotProcessed: boolean;
  /** What the cause calls itself, for operators: never part of a response. */
  readonly code: string | undefined;

  constructor(
    problemName: ProblemName,
    extra: Pick<Problem, 'detail' | 'errors' | 'form_url'> & {
      headers?: Record<string, string>;
      isNotProcessed?: boolean;
      code?: string | undefined;
    } = {},
  ) {
    super(PROBLEMS[problemName].title);
    const { headers = {}, isNotProcessed = false, code, ...body } = extra;
    this.name = 'ProblemError';
    this.problemName = problemName;
    this.problem = problem(problemName, body);
    this.headers = headers;
    this.isNotProcessed = isNotProcessed;
    this.code = code;
  }
}

export function isProblem(error: unknown, name: ProblemName): boolean {
  return error instanceof ProblemError && error.problemName === name;
}

/** The wait that a problem's `retry-after` names, in milliseconds; 0 without one. */
export function retryAfterOf(error: unknown): number {
  return error instanceof ProblemError ? Number(error.headers['retry-after'] ?? 0) * 1_000 : 0;
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
