import { ProblemError } from './problem-error.ts';

/** Name, code and place of an unexpected error. Its message may hold values, so it is left out. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8);
  const problem = error instanceof ProblemError ? error.problemName : undefined;
  return { error: error.name, problem, code: 'code' in error ? error.code : undefined, frames };
}
