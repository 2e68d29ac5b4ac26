/**
 * The submits of this page. An element that replaces another one, as frameworks do, knows by them that data
 * came from this page, also while the submit of the removed element is under way.
 */
export class PageAttempts {
  readonly #forms = new Map<string, FormAttempts>();

  of({ person_id, precandidate_id }: { person_id: string; precandidate_id: string }): FormAttempts {
    const name = `${person_id}/${precandidate_id}`;
    const attempts = this.#forms.get(name) ?? new FormAttempts();
    this.#forms.set(name, attempts);
    return attempts;
  }
}

/** The submits of one form. */
class FormAttempts {
  /** The `Idempotency-Key`s of submits without a response. */
  readonly #pending = new Set<string>();
  /** Their numbers: the proxy's response said so, or the stream counted one more during a submit. */
  readonly #numbers = new Map<number, 'known' | 'guessed'>();

  begin(key: string): void {
    this.#pending.add(key);
  }

  end(key: string | undefined): void {
    if (key !== undefined) this.#pending.delete(key);
  }

  /** The response to a submit has its number. */
  accepted(attempt: number): void {
    this.#numbers.set(attempt, 'known');
  }

  /** The stream has a new attempt, which may be a pending submit of this page. */
  counted(attempt: number): void {
    if (this.#pending.size > 0 && !this.#numbers.has(attempt))
      this.#numbers.set(attempt, 'guessed');
  }

  /** The proxy refused a submit because of another one: an attempt was only taken for ours. */
  lost(attempt: number): void {
    const isGuess = this.#numbers.get(attempt) === 'guessed';
    if (isGuess && this.#pending.size === 0) this.#numbers.delete(attempt);
  }

  has(attempt: number): boolean {
    return this.#numbers.has(attempt);
  }
}
