const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for content and for quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Markup, which {@link html} does not escape again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | readonly Html[];

/** A template whose values are escaped unless they are {@link Html} themselves. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.map((string, index) => string + write(values[index] ?? '')).join(''));
}

function write(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(write).join('');
  return escapeHtml(String(value));
}
