export type FormLifecycleState =
  'requested' | 'prerendered' | 'mounting' | 'open' | 'replaced' | 'closed';

const TRANSITIONS: Record<FormLifecycleState, readonly FormLifecycleState[]> = {
  requested: ['prerendered', 'mounting'],
  prerendered: ['mounting', 'requested'],
  mounting: ['open', 'requested'],
  open: ['replaced', 'requested'],
  replaced: ['open', 'closed', 'requested'],
  closed: ['requested'],
};

/**
 * How the form gets onto the screen, and off it. Whether the form is visible, whether this page has
 * opened it, and whether a submit waits for it all follow from here.
 *
 * | state | what the page contains | to | when |
 * | --- | --- | --- | --- |
 * | `requested` | no form: the skeleton, or a status card | `prerendered` | the proxy's HTML is in the page |
 * | | | `mounting` | the bootstrap arrived with a form to fill in |
 * | `prerendered` | the proxy's HTML, which takes input and defers a submit | `mounting` | the same |
 * | | | `requested` | it was rendered for another session, or there is nothing to fill in |
 * | `mounting` | as before, while the form app hydrates or renders | `open` | the form handles its input |
 * | | | `requested` | the form could not be rendered, or another one is requested |
 * | `open` | the form | `replaced` | a status takes its place: the data is on its way |
 * | | | `requested` | the page opens another form |
 * | `replaced` | a status card; the form is hidden and keeps its values | `open` | the service refused the data |
 * | | | `closed` | the data is confirmed |
 * | | | `requested` | the page opens another form |
 * | `closed` | a status card; the form is gone with its values | `requested` | the page opens another form |
 *
 * Problems are no states: they are shown beside a visible form, or in place of the skeleton.
 */
export class FormLifecycle {
  #state: FormLifecycleState = 'requested';
  #isFormVisible = false;
  #isSubmitDeferred = false;

  get state(): FormLifecycleState {
    return this.#state;
  }

  /** While mounting, what was visible before stays visible. */
  get isFormVisible(): boolean {
    return this.#isFormVisible;
  }

  /** Whether this page has opened the form. It may be replaced or closed by now. */
  get hasOpened(): boolean {
    return ['open', 'replaced', 'closed'].includes(this.#state);
  }

  get isSubmitDeferred(): boolean {
    return this.#isSubmitDeferred;
  }

  to(state: FormLifecycleState): void {
    if (!TRANSITIONS[this.#state].includes(state))
      throw new Error(`A form that is ${this.#state} cannot become ${state}`);
    this.#state = state;
    if (state !== 'mounting') this.#isFormVisible = state === 'prerendered' || state === 'open';
    if (state === 'requested') this.#isSubmitDeferred = false;
  }

  /** The candidate submitted the form before it opened. */
  deferSubmit(): void {
    this.#isSubmitDeferred = !this.hasOpened;
  }

  /** Ends the deferral; returns whether a submit was deferred. */
  endDeferral(): boolean {
    const isDeferred = this.#isSubmitDeferred;
    this.#isSubmitDeferred = false;
    return isDeferred;
  }
}
