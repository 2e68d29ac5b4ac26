import type { ProblemName } from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';

/** Pauses before the first, second … try that is made by itself, in ms; then the last one, each time. */
const PAUSES = [5_000, 10_000, 20_000, 40_000, 60_000];

/** What went wrong last, how it is done again, and when that is done by itself. */
export class Trouble {
  #problem: ProblemError | undefined;
  #again: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryAt: number | undefined;
  /** A try that was made by itself is under way: until it ends, the trouble is what it was. */
  #isTrying = false;
  /** Tries in a row that failed. */
  #failures = 0;

  get problem(): ProblemName | undefined {
    return this.#problem?.problem;
  }

  /** Whether there is something to do again. */
  get canRetry(): boolean {
    return this.#again !== undefined;
  }

  /** When it is tried by itself, in epoch ms; `undefined` when it waits to be asked. */
  get retryAt(): number | undefined {
    return this.#retryAt;
  }

  /**
   * `again` does it once more; what no later try can mend is not tried. `false` when the same is
   * known already: a try that was made by itself failed as the one before.
   */
  raise(problem: ProblemError, again: (() => void) | undefined, waits: boolean): boolean {
    const isNews = !this.#isTrying || problem.problem !== this.problem;
    this.#stop();
    this.#problem = problem;
    this.#again = problem.retryable ? again : undefined;
    if (this.#again === undefined || waits) return isNews;
    const longest = PAUSES[Math.min(this.#failures, PAUSES.length - 1)] ?? 0;
    this.#failures += 1;
    // Jitter, so that a service that comes back is not met by everybody at once.
    const jittered = longest * (0.75 + Math.random() / 4);
    const pause = Math.max(jittered, (problem.retryAfter ?? 0) * 1_000);
    this.#retryAt = Date.now() + pause;
    this.#timer = setTimeout(() => this.retryByItself(), pause);
    return isNews;
  }

  /** Something is begun: trouble is over, unless that is what the trouble itself began. */
  begin(): void {
    if (!this.#isTrying) this.clear();
  }

  clear(): void {
    this.#stop();
    this.#problem = undefined;
    this.#again = undefined;
  }

  /** It worked: later trouble is new. */
  recover(): void {
    this.clear();
    this.#failures = 0;
  }

  /** It is not done again until somebody asks for it. */
  hold(): void {
    this.#stop();
  }

  /** Whether this is what would be done again. */
  isAbout(work: () => void): boolean {
    return this.#again === work;
  }

  /** Somebody asks for it. */
  retry(): void {
    this.#stop();
    this.#again?.();
  }

  /** There is reason to believe that it works now; nothing when it waits to be asked. */
  retryByItself(): void {
    if (this.#retryAt === undefined || this.#isTrying) return;
    clearTimeout(this.#timer);
    this.#isTrying = true;
    this.#again?.();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#retryAt = undefined;
    this.#isTrying = false;
  }
}
