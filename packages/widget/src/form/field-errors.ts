import { IdleWork } from './idle-work.ts';

/** How many errors of a long form are shown at once, so that it responds (ADR 12). */
export const ERROR_BATCH = 10;

interface FieldError {
  /** JSON Pointer of the field. */
  pointer: string;
  message: string;
}

/** The errors beside the fields. */
export class FieldErrors {
  /** Messages by JSON Pointer. */
  #shown = new Map<string, string>();
  /** Errors to show when the page is idle, in the order of the page. */
  #pending: FieldError[] = [];
  readonly #onChange: () => void;
  readonly #idleWork = new IdleWork(() => this.#showNext(ERROR_BATCH));

  /** @param onChange - called when pending errors are shown */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  at(pointer: string): string | undefined {
    return this.#shown.get(pointer);
  }

  /**
   * Replaces all errors.
   *
   * @param errors - in the order of the page
   * @param pace - `gradual`: the first few now, the others when the page is idle
   */
  replace(errors: readonly FieldError[], pace: 'immediate' | 'gradual'): void {
    const isPending = ({ pointer }: FieldError, index: number) =>
      pace === 'gradual' && index >= ERROR_BATCH && !this.#shown.has(pointer);
    this.#pending = errors.filter(isPending);
    const now = errors.filter((error, index) => !isPending(error, index));
    this.#shown = new Map(now.map(({ pointer, message }) => [pointer, message]));
    this.#schedule();
  }

  showPending(): void {
    this.#showNext(Infinity);
  }

  #showNext(count: number): void {
    for (const { pointer, message } of this.#pending.splice(0, count))
      this.#shown.set(pointer, message);
    this.#schedule();
    this.#onChange();
  }

  #schedule(): void {
    if (this.#pending.length > 0) this.#idleWork.schedule();
    else this.#idleWork.cancel();
  }
}
