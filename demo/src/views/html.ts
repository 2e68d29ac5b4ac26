/** Markup, which {@link html} does not escape again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template that escapes its values unless they are {@link Html}; absent values render nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(write)));
}

function write(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(write).join('');
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** Paths on a 16 × 16 grid. */
const ICONS = {
  check: 'M3 8.5l3.2 3.2L13 4.8',
  clock: 'M8 4.2V8l2.6 1.8M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  cross: 'M4 4l8 8M12 4l-8 8',
  info: 'M8 7.2v4M8 4.6v.1M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  back: 'M13 8H3M7 4L3 8l4 4',
  seal: 'M8 1.8l5 1.8v3.8c0 3.2-2 5.6-5 6.8-3-1.2-5-3.6-5-6.8V3.6zM5.6 8l1.8 1.8 3.2-3.4',
} as const;
export type IconName = keyof typeof ICONS;

/** A decorative icon in the color of the text; always put text beside it. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="${ICONS[name]}"/></svg>`;
}

const DATE_FORMAT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** `21 Nov, 03:14` in a `<time>`. The service's timestamps have no zone; we read them as UTC. */
export function readableDate(when: Date | string): Html {
  const hasZone = typeof when !== 'string' || /(Z|[+-]\d\d:?\d\d)$/.test(when);
  const date = new Date(hasZone ? when : `${when}Z`);
  if (Number.isNaN(date.getTime())) return html`${String(when)}`;
  return html`<time datetime="${date.toISOString()}">${DATE_FORMAT.format(date)}</time>`;
}
