const sheets = new Map<string, CSSStyleSheet>();

/**
 * Gives a shadow root styles that it has not got yet. Constructed sheets pass a policy without
 * `style-src`; elements on one page share them.
 */
export function adoptStyles(root: ShadowRoot, styles: string): void {
  let sheet = sheets.get(styles);
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    sheets.set(styles, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
