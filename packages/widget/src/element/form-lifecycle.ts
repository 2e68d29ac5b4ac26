export type FormLifecycleState =
  'absent' | 'prerendered' | 'mounting' | 'hydrating' | 'open' | 'hidden' | 'finished';

const TRANSITIONS: Record<FormLifecycleState, readonly FormLifecycleState[]> = {
  absent: ['prerendered', 'mounting'],
  prerendered: ['hydrating', 'absent'],
  mounting: ['open', 'absent'],
  hydrating: ['open', 'absent'],
  open: ['hidden', 'absent'],
  hidden: ['open', 'finished', 'absent'],
  finished: ['absent'],
};

/**
 * How the form gets onto the screen, and off it. Whether the form is visible and whether this page has
 * opened it follow from here.
 *
 * | state | what the page shows | to | when |
 * | --- | --- | --- | --- |
 * | `absent` | no form: the skeleton, or a status card | `prerendered` | the proxy's HTML is in the page |
 * | | | `mounting` | the form app is loaded, the candidate paused, and the draft is read |
 * | `prerendered` | the proxy's HTML, which takes input and defers a submit | `hydrating` | the same |
 * | | | `absent` | it was rendered for another session, or there is nothing to fill in |
 * | `mounting` | the skeleton, while the form app renders | `open` | the form handles its input |
 * | | | `absent` | the form could not be rendered |
 * | `hydrating` | as in `prerendered`, while the form app hydrates or replaces it | `open`, `absent` | the same |
 * | `open` | the form | `hidden` | a status takes its place, such as that the data is sent |
 * | `hidden` | a status card; the form is hidden and keeps its values | `open` | the service refused the data |
 * | | | `finished` | the data is confirmed |
 * | `finished` | a status card; the form is gone with its values | | |
 *
 * From every state, a form becomes `absent` when the page opens another one, or when it cannot be rendered any
 * more.
 *
 * Problems are no states: they are shown beside a visible form, or in place of the skeleton.
 */
export class FormLifecycle {
  #state: FormLifecycleState = 'absent';

  get state(): FormLifecycleState {
    return this.#state;
  }

  get isFormVisible(): boolean {
    return ['prerendered', 'hydrating', 'open'].includes(this.#state);
  }

  /** Whether this page has opened the form. It may be hidden or finished by now. */
  get hasOpened(): boolean {
    return ['open', 'hidden', 'finished'].includes(this.#state);
  }

  to(state: FormLifecycleState): void {
    if (!TRANSITIONS[this.#state].includes(state))
      throw new Error(`A form that is ${this.#state} cannot become ${state}`);
    this.#state = state;
  }
}
