/** What {@link watchPage} tells while it watches. */
export interface Told {
  what: 'usable' | 'typed' | 'key' | 'error';
  /** ms since the navigation; for `key` and `error`, since the key or the press on the button. */
  ms: number;
}

/** What {@link watchPage} leaves in the page, as `bench`. */
export interface Watch {
  /** The sum of all layout shifts so far, those after a key too. */
  shift: () => number;
  /** The text of what has the focus. */
  focusedText: () => string;
  /** Puts the focus into the text field in the middle of the form. */
  focusMiddle: () => boolean;
}

/**
 * Runs in the page before anything of it, and holds everything it needs: a browser is given its text.
 * Tells (by the binding `tell`) when the first text field is painted and takes a key, and puts the
 * focus there; when the first character is painted; and after a click, when an error is. `error` is a
 * selector, `null` for the browser's own bubble. Open shadow roots are looked into.
 */
export function watchPage(error: string | null): void {
  const page = globalThis as unknown as { tell(text: string): void; bench: Watch };
  const tell = (told: Told) => page.tell(JSON.stringify(told));
  const TEXT = 'input:not([type]),input[type=text],input[type=search],input[type=tel],textarea';

  const rootsBelow = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => {
    const roots = [root];
    for (const element of root.querySelectorAll('*'))
      if (element.shadowRoot !== null) roots.push(...rootsBelow(element.shadowRoot));
    return roots;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0;
  const textFields = (): HTMLElement[] => {
    const found: HTMLElement[] = [];
    const collect = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll<HTMLInputElement>('*')) {
        if (element.matches(TEXT) && !element.disabled && !element.readOnly) found.push(element);
        if (element.shadowRoot !== null) collect(element.shadowRoot);
      }
    };
    collect(document);
    return found.filter(isShown);
  };
  const firstText = (root: Document | ShadowRoot): HTMLElement | undefined => {
    for (const element of root.querySelectorAll<HTMLInputElement>('*')) {
      const { shadowRoot } = element;
      const isText = element.matches(TEXT) && !element.disabled && !element.readOnly;
      if (isText && isShown(element)) return element;
      const inside = shadowRoot === null ? undefined : firstText(shadowRoot);
      if (inside !== undefined) return inside;
    }
    return undefined;
  };
  const focused = () => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement;
    return active;
  };

  /** Calls back when the frame that is under way has been painted. */
  const afterPaint = (done: (now: number) => void) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => done(performance.now()));
      port1.start();
      port2.postMessage(0);
    });
  };

  const lookForField = () => {
    const field = firstText(document);
    if (field === undefined) return void requestAnimationFrame(lookForField);
    field.focus({ preventScroll: true });
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => tell({ what: 'usable', ms: performance.now() }));
    port1.start();
    port2.postMessage(0);
  };
  requestAnimationFrame(lookForField);

  let typed = false;
  let keyAt = 0;
  const watch = { capture: true, passive: true } as const;
  addEventListener('keydown', ({ timeStamp }) => (keyAt = timeStamp), watch);
  addEventListener(
    'input',
    () =>
      afterPaint((now) => {
        if (typed) return tell({ what: 'key', ms: now - keyAt });
        typed = true;
        tell({ what: 'typed', ms: now });
      }),
    watch,
  );

  addEventListener(
    'click',
    ({ timeStamp }) => {
      const done = (now: number) => tell({ what: 'error', ms: now - timeStamp });
      if (error === null)
        return addEventListener('invalid', () => afterPaint(done), { capture: true, once: true });
      const roots = rootsBelow(document);
      const isThere = () => roots.some((root) => [...root.querySelectorAll(error)].some(isShown));
      const look = () => (isThere() ? afterPaint(done) : void requestAnimationFrame(look));
      look();
    },
    watch,
  );

  let shift = 0;
  const shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      shift += entry.value;
  });
  shifts.observe({ type: 'layout-shift', buffered: true });

  page.bench = {
    shift: () => shift,
    focusedText: () => (focused() as HTMLInputElement | null)?.value ?? '',
    focusMiddle() {
      const fields = textFields();
      const middle = fields[Math.floor(fields.length / 2)];
      middle?.scrollIntoView({ block: 'center' });
      middle?.focus({ preventScroll: true });
      return middle !== undefined && focused() === middle;
    },
  };
}
