import { handover } from './chunks.ts';
import styles from './form.css?inline';

const sheets = new WeakMap<Window, CSSStyleSheet>();

/**
 * Adds the styles to a shadow root unless the prerendered form brought them: each change of the style sheets
 * restyles every field. Replaces a sheet of another version, one that a Content Security Policy blocked, and one
 * that did not arrive.
 */
export function adoptStyles(root: ShadowRoot): void {
  const { defaultView: view } = root.ownerDocument;
  // The document of a template is not shown.
  if (view === null || root.adoptedStyleSheets.length > 0) return;
  const given = root.querySelector<HTMLLinkElement | HTMLStyleElement>('link, style');
  const names = [...(given?.attributes ?? [])].map(({ value }) => value);
  // A link whose response was lost has a sheet, too.
  const isStyled = getComputedStyle(root.host).getPropertyValue('--_rem') !== '';
  if (isStyled && names.some((name) => name.endsWith(handover.sheetUrl))) return;
  root.adoptedStyleSheets.push(sheetOf(view));
  given?.remove();
}

/** A constructed sheet passes a policy without `style-src`; all elements of a document share it. */
function sheetOf(view: Window & typeof globalThis): CSSStyleSheet {
  const sheet = sheets.get(view) ?? new view.CSSStyleSheet();
  if (sheet.cssRules.length === 0) sheet.replaceSync(styles);
  sheets.set(view, sheet);
  return sheet;
}
