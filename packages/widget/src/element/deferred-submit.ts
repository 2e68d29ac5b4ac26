import type { PrerenderedForm } from './prerendered-form.ts';

/**
 * A submit that the candidate makes in a prerendered form: it waits until the form app has the form. An edit
 * cancels it.
 */
export class DeferredSubmit {
  readonly #prerendered: PrerenderedForm;
  /** Names of the controls that the candidate saw; `undefined` when no submit waits. */
  #seen: ReadonlySet<string> | undefined;

  constructor(prerendered: PrerenderedForm) {
    this.#prerendered = prerendered;
    // Until the element is defined, the loader defers a submit.
    if (prerendered.isMarked) this.start();
  }

  start(): void {
    this.#seen = this.#prerendered.controlNames;
    this.#prerendered.mark(true);
  }

  /** Ends the wait. Returns the names of the controls that the candidate saw; `undefined` when no submit waited. */
  end(): ReadonlySet<string> | undefined {
    const seen = this.#seen;
    if (seen) this.#prerendered.mark(false);
    this.#seen = undefined;
    return seen;
  }
}
