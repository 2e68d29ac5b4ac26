import type { ProblemName } from 'precandidate-contract';
import type { ProblemError } from '../client/problem-error.ts';

/** What went wrong last, and how it is done again. */
export class Trouble {
  #problem: ProblemError | undefined;
  #again: (() => void) | undefined;

  get problem(): ProblemName | undefined {
    return this.#problem?.problem;
  }

  /** Whether there is something to do again. */
  get canRetry(): boolean {
    return this.#again !== undefined;
  }

  /** `again` does it once more; what no later try can mend is not tried. */
  raise(problem: ProblemError, again: (() => void) | undefined): void {
    this.#problem = problem;
    this.#again = problem.retryable ? again : undefined;
  }

  clear(): void {
    this.#problem = undefined;
    this.#again = undefined;
  }

  /** Whether this is what would be done again. */
  isAbout(work: () => void): boolean {
    return this.#again === work;
  }

  retry(): void {
    this.#again?.();
  }
}
