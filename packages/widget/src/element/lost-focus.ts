/**
 * Tells React's calls of a host's `focus()` from the page's. React gives the focus back when it took
 * the focused node out of the page, and takes the host of a shadow root for that node.
 */
export class LostFocus {
  #focused: Node | undefined;

  /** Watches the place where React draws. */
  watch(container: HTMLElement): void {
    const settle = () => {
      if (this.isLost) this.#focused = undefined;
    };
    container.addEventListener('focusin', ({ target }) => {
      this.#focused = target as Node;
    });
    container.addEventListener('focusout', ({ target }) =>
      // A node that is being taken out still counts until React is done with it.
      queueMicrotask(() => {
        if (this.#focused === target) this.#focused = undefined;
      }),
    );
    new MutationObserver(settle).observe(container, { childList: true, subtree: true });
  }

  /** Whether the focused node has just been taken out: whoever asks for focus now is React. */
  get isLost(): boolean {
    return this.#focused?.isConnected === false;
  }
}
