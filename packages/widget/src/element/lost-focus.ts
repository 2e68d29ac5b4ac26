/**
 * Distinguishes React's calls of the element's `focus()` from the page's. After React removes the focused
 * node, it restores the focus, but to the host of the shadow root.
 */
export class LostFocus {
  #focused: Node | undefined;

  /** @param container - where React renders */
  watch(container: HTMLElement): void {
    // Added before `keepEventsFromReact` (mount-form.tsx), whose capture listeners stop all later ones.
    const options = { capture: true };
    const onFocusIn = ({ target }: Event) => {
      this.#focused = target as Node;
    };
    const onFocusOut = ({ target }: Event) =>
      // A removed node still counts until React is done with it.
      queueMicrotask(() => {
        if (this.#focused === target) this.#focused = undefined;
      });
    container.addEventListener('focusin', onFocusIn, options);
    container.addEventListener('focusout', onFocusOut, options);
    new MutationObserver(() => {
      if (this.isLost) this.#focused = undefined;
    }).observe(container, { childList: true, subtree: true });
  }

  /** Whether the focused node was just removed, so that a call of `focus()` is React's. */
  get isLost(): boolean {
    return this.#focused?.isConnected === false;
  }
}
