/**
 * Tells React's calls of the element's `focus()` from the page's. When React removes the focused node,
 * it restores the focus, and takes the host of the shadow root for that node.
 */
export class LostFocus {
  #focused: Node | undefined;

  /** @param container - where React renders */
  watch(container: HTMLElement): void {
    container.addEventListener('focusin', ({ target }) => {
      this.#focused = target as Node;
    });
    container.addEventListener('focusout', ({ target }) =>
      // A removed node still counts until React is done with it.
      queueMicrotask(() => {
        if (this.#focused === target) this.#focused = undefined;
      }),
    );
    new MutationObserver(() => {
      if (this.isLost) this.#focused = undefined;
    }).observe(container, { childList: true, subtree: true });
  }

  /** Whether the focused node was just removed, so that a call of `focus()` is React's. */
  get isLost(): boolean {
    return this.#focused?.isConnected === false;
  }
}
