/**
 * Keeps a page translator's nodes apart from ours. A translator puts a `<font>` in the place of each text,
 * so React fails to remove the text, and a text that Lit or React changes afterwards stays as it was. So
 * the original text node goes back into its place, empty, beside its `<font>`. When the text changes or
 * is removed, the `<font>` goes: the new text is shown, and the translator can translate it again.
 */
export class TranslatedTexts {
  /** The `<font>` of each text that was translated. */
  readonly #fonts = new WeakMap<Node, Element>();
  readonly #observer = new MutationObserver((records) => this.#apply(records));

  observe(root: Node): void {
    this.#observer.observe(root, { childList: true, characterData: true, subtree: true });
  }

  #apply(records: readonly MutationRecord[]): void {
    for (const record of records)
      if (record.type === 'characterData') this.#changed(record.target);
      else for (const node of record.removedNodes) this.#removed(node, record);
    // Our own changes need no answer.
    this.#observer.takeRecords();
  }

  /** A text was removed: by the translator, which left a `<font>` there, or by Lit or React. */
  #removed(node: Node, { target, addedNodes, previousSibling, nextSibling }: MutationRecord): void {
    if (!(node instanceof Text) || isFont(target)) return;
    if (this.#fonts.has(node)) {
      if (node.parentNode !== target) this.#changed(node);
      return;
    }
    const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
    if (font?.parentNode !== target) return;
    // The translator may have moved the node into its own: a copy takes its place there.
    if (node.isConnected) node.replaceWith(node.cloneNode());
    node.data = '';
    font.before(node);
    this.#fonts.set(node, font);
  }

  #changed(node: Node): void {
    this.#fonts.get(node)?.remove();
    this.#fonts.delete(node);
  }
}

function isFont(node: Node | null): node is Element {
  return node instanceof Element && node.localName === 'font';
}
