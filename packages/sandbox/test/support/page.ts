/** Decodes HTML entities. */
export function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Every value of an attribute on the page, in order. */
export function attributeValues(page: string, attribute: string): string[] {
  const values = page.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'));
  return [...values].map(([, value]) => unescapeHtml(value ?? ''));
}

/** The names of the page's form controls. */
export function controlNames(page: string): string[] {
  const [, form = ''] = /<form[^>]*>([^]*)<\/form>/.exec(page) ?? [];
  return attributeValues(form, 'name');
}
