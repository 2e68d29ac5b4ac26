/**
 * What is inside the tags of an element that shows nothing of it; `undefined` when that is nothing. Spaces,
 * comments, and templates do not count.
 */
export function contentOf(host: HTMLElement): string | undefined {
  const isContent = (node: Node) =>
    node instanceof Element
      ? !node.matches('template, noscript, script, style')
      : node instanceof Text && node.data.trim() !== '';
  const found = [...host.childNodes].find(isContent);
  return found instanceof Element ? `<${found.localName}>` : found && 'text';
}
