/** Mark-up that may go into a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose parts are escaped unless they are mark-up already; absent parts leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}
