import type { Message, PluralForms } from './messages.ts';

const PLACEHOLDERS = /\{(label|ask|n|limit|count|left|text)\}/g;

/**
 * A message with its values filled in: `{label}` and `{ask}` from the first value, a field or a label,
 * every other placeholder from the text or number after it, or from the only value.
 */
export function formatMessage<Values extends readonly unknown[]>(
  message: Message<Values>,
  ...values: Values
): string {
  if (typeof message === 'function') return formatMessage(message(...values), ...values);
  const text = typeof message === 'string' ? message : pluralForm(message, values);
  const [first, ...others] = values as readonly unknown[];
  const isField = typeof first === 'object' && first !== null;
  const field: { label?: unknown; ask?: unknown } = isField ? first : { label: first };
  const detail = others.find((value) => typeof value !== 'object') ?? (isField ? undefined : first);
  return text.replaceAll(PLACEHOLDERS, (placeholder, name: string) =>
    String((name === 'label' || name === 'ask' ? field[name] : detail) ?? placeholder),
  );
}

/**
 * The plural form in our languages. `Intl.PluralRules` would make it wait: a page's first `Intl` object
 * takes 25 ms on a desktop, and 100 ms on a phone. For a host's forms, see `host-overrides.ts`.
 */
function pluralForm({ zero, one, other }: PluralForms, values: readonly unknown[]): string {
  const count = values.findLast((value) => typeof value === 'number');
  if (count === 0 && zero !== undefined) return zero;
  return count === 1 && one !== undefined ? one : other;
}
