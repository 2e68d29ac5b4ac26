// What runs inside a measured page. Both functions are sent to the page as text.

/** Payload of the page's binding `notifyBench`, as JSON. */
export interface PageEvent {
  what: 'usable' | 'typed' | 'key' | 'error';
  /** Since the navigation; for `key` and `error`, since the key or the click. */
  ms: number;
}

/** Finds fields that a candidate can see, in open shadow roots too. */
export interface FieldFinder {
  /** The document and every open shadow root. */
  roots(): (Document | ShadowRoot)[];
  isShown(element: Element): boolean;
  firstText(): HTMLInputElement | undefined;
  /** The field in the middle of those that accept any letter. */
  middleText(): HTMLInputElement | undefined;
  focused(): Element | null;
}

/** Runs in the page as text, so it must not refer to anything outside. */
export function findFields(): FieldFinder {
  const TEXT = 'input:not([type]),input[type=text],input[type=search],input[type=tel],textarea';

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0;
  const takesText = (element: HTMLInputElement) =>
    element.matches(TEXT) && !element.disabled && !element.readOnly && isShown(element);
  const takesLetters = ({ inputMode, maxLength }: HTMLInputElement) =>
    ['', 'text'].includes(inputMode) && (maxLength < 0 || maxLength > 40);
  const rootsBelow = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => {
    const roots = [root];
    for (const { shadowRoot } of root.querySelectorAll('*'))
      if (shadowRoot !== null) roots.push(...rootsBelow(shadowRoot));
    return roots;
  };
  function* textsBelow(root: Document | ShadowRoot): Generator<HTMLInputElement> {
    for (const element of root.querySelectorAll<HTMLInputElement>('*')) {
      if (takesText(element)) yield element;
      if (element.shadowRoot !== null) yield* textsBelow(element.shadowRoot);
    }
  }

  return {
    roots: () => rootsBelow(document),
    isShown,
    middleText() {
      const texts = [...textsBelow(document)].filter(takesLetters);
      return texts[Math.floor(texts.length / 2)];
    },
    firstText: () => textsBelow(document).next().value ?? undefined,
    focused() {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement;
      return active;
    },
  };
}

/** What {@link observePage} leaves in the page, as `bench`. */
export interface PageProbe {
  /** Sum of all layout shifts so far, those after a key included. */
  layoutShift: () => number;
  /** Sum of the part over 50 ms of all long tasks so far, ms. */
  blockingMs: () => number;
  /** Text of the focused field. */
  focusedText: () => string;
  leaveField: () => void;
  /** Focuses the text field in the middle of the form; `false` when it does not take the focus. */
  focusMiddle: () => boolean;
}

/**
 * Runs in the page as text, before any other script. Reports
 *
 * - `usable`: the first text field is painted and focused
 * - `typed`: the first character is painted
 * - `key`: a further character is painted
 * - `error`: after a click, an error appears that was not there before. It matches `errorSelector`
 *   or is the browser's own bubble, which is outside the page and shows as an `invalid` event.
 */
export function observePage(fields: FieldFinder, errorSelector: string | null): void {
  const page = globalThis as unknown as { notifyBench(text: string): void; bench: PageProbe };
  const notify = (event: PageEvent) => page.notifyBench(JSON.stringify(event));
  const passive = { capture: true, passive: true } as const;

  /** Calls back after the current frame. */
  const afterFrame = (done: (now: number) => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => done(performance.now()));
    port1.start();
    port2.postMessage(0);
  };
  /** Calls back after the next frame. */
  const afterPaint = (done: (now: number) => void) => requestAnimationFrame(() => afterFrame(done));

  const focusFirstField = () => {
    const field = fields.firstText();
    if (field === undefined) return void requestAnimationFrame(focusFirstField);
    field.focus({ preventScroll: true });
    afterFrame((ms) => notify({ what: 'usable', ms }));
  };
  requestAnimationFrame(focusFirstField);

  let isFirst = true;
  let lastKeyAt = 0;
  addEventListener('keydown', ({ timeStamp }) => (lastKeyAt = timeStamp), passive);
  const onInput = () => {
    const keyAt = lastKeyAt;
    const what = isFirst ? 'typed' : 'key';
    isFirst = false;
    afterPaint((now) => notify({ what, ms: what === 'typed' ? now : now - keyAt }));
  };
  addEventListener('input', onInput, passive);

  const visibleErrors = () =>
    errorSelector === null
      ? []
      : fields
          .roots()
          .flatMap((root) => [...root.querySelectorAll(errorSelector)])
          .filter(fields.isShown);
  let earlierErrors = new Set<Element>();
  addEventListener('mousedown', () => (earlierErrors = new Set(visibleErrors())), passive);
  const onClick = ({ timeStamp }: MouseEvent) => {
    let isDone = false;
    const finish = (now: number) => {
      if (!isDone) notify({ what: 'error', ms: now - timeStamp });
      isDone = true;
    };
    addEventListener('invalid', () => afterPaint(finish), { ...passive, once: true });
    const checkErrors = () => {
      if (visibleErrors().some((element) => !earlierErrors.has(element))) afterFrame(finish);
      else if (!isDone) requestAnimationFrame(checkErrors);
    };
    requestAnimationFrame(checkErrors);
  };
  addEventListener('click', onClick, passive);

  /** Sums up a figure of all performance entries of a type. */
  const total = <Entry extends PerformanceEntry>(type: string, of: (entry: Entry) => number) => {
    let sum = 0;
    const add = (entries: PerformanceEntry[]) => {
      for (const entry of entries) sum += of(entry as Entry);
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type, buffered: true });
    return () => {
      add(observer.takeRecords());
      return sum;
    };
  };

  page.bench = {
    layoutShift: total<PerformanceEntry & { value: number }>('layout-shift', ({ value }) => value),
    blockingMs: total('longtask', ({ duration }) => Math.max(duration - 50, 0)),
    focusedText: () => (fields.focused() as HTMLInputElement | null)?.value ?? '',
    leaveField: () => (fields.focused() as HTMLElement | null)?.blur(),
    focusMiddle() {
      const middle = fields.middleText();
      middle?.scrollIntoView({ block: 'center' });
      middle?.focus({ preventScroll: true });
      return middle !== undefined && fields.focused() === middle;
    },
  };
}
