import { problem, PROBLEMS, type Problem, type ProblemName } from 'precandidate-contract';

/** An error that is an answer: thrown anywhere, written once by the error handler. */
export class ProblemError extends Error {
  readonly problemName: ProblemName;
  readonly problem: Problem;
  /** Answer headers, e.g. `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a call to the service: whether it surely did not process the request. */
  readonly isNotProcessed: boolean;

  constructor(
    problemName: ProblemName,
    extra: Pick<Problem, 'detail' | 'errors'> & {
      headers?: Record<string, string>;
      isNotProcessed?: boolean;
    } = {},
  ) {
    super(PROBLEMS[problemName].title);
    const { headers = {}, isNotProcessed = false, ...body } = extra;
    this.name = 'ProblemError';
    this.problemName = problemName;
    this.problem = problem(problemName, body);
    this.headers = headers;
    this.isNotProcessed = isNotProcessed;
  }
}
