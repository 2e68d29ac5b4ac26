import type { FormLayout } from './form-layout.ts';
import type { StatusView } from './status-view.ts';

const TITLE = '.card .title';

/**
 * Where the focus goes when an update puts one part of the element in the place of another. It moves only if
 * it is in the element: a candidate who types elsewhere in the page keeps it.
 */
export class FocusMove {
  readonly #layout: FormLayout;
  readonly #focused: Element | null;
  readonly #isFormVisible: boolean;
  /** A card takes the place of what has the focus. A screen reader reads its title then. */
  readonly isToTitle: boolean;

  /**
   * @param focused - before the update; the card is rendered by now
   * @param view - the new one
   */
  constructor(
    layout: FormLayout,
    focused: Element | null,
    view: StatusView | undefined,
    isFormVisible: boolean,
  ) {
    this.#layout = layout;
    this.#focused = focused;
    this.#isFormVisible = isFormVisible;
    // A button or link that stays in the card keeps the focus; so does a title that says the same.
    const isInCard = focused?.closest('.card') ?? false;
    this.isToTitle = view !== undefined && focused !== null && !isFormVisible && !isInCard;
  }

  /** Before the form is hidden: Firefox reads no heading that follows a lost focus. */
  toTitle(): void {
    if (this.isToTitle) this.#layout.base.querySelector<HTMLElement>(TITLE)?.focus();
  }

  /** Once all parts are rendered: whether the form is shown in place of the part that had the focus. */
  get isToForm(): boolean {
    const { root, skeleton } = this.#layout;
    if (this.#focused === null || !this.#isFormVisible) return false;
    const isGone = !this.#focused.isConnected && root.activeElement === null;
    return isGone || this.#focused === skeleton;
  }
}
