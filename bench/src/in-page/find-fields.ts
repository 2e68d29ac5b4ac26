/** Looks for fields as a candidate would see them, in open shadow roots too. */
export interface FieldFinder {
  /** The document and every open shadow root. */
  roots(): (Document | ShadowRoot)[];
  isShown(element: Element): boolean;
  firstText(): HTMLInputElement | undefined;
  /** The one in the middle of those that take any letter. */
  middleText(): HTMLInputElement | undefined;
  /** What has the focus. */
  focused(): Element | null;
}

/** Runs in a page, which is given its text: it holds everything that it needs. */
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
