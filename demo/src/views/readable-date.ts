import { html, type Html } from './html.ts';

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** `21 Nov, 03:14` in a `<time>`. The service's times carry no zone and are taken as UTC. */
export function readableDate(when: Date | string): Html {
  const date = typeof when === 'string' ? parseServiceTime(when) : when;
  if (Number.isNaN(date.getTime())) return html`${String(when)}`;
  return html`<time datetime="${date.toISOString()}">${FORMAT.format(date)}</time>`;
}

function parseServiceTime(text: string): Date {
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
