/** A message for each plural form; `other` is the default. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** A text with placeholders, or one for each plural form; `README.md` has the placeholders. */
export type Message = string | PluralForms;

const PLACEHOLDERS = /\{(label|ask|n|limit|count|left|text)\}/g;

/** `language`: whose plural rules apply. `under`: for the numbers that the forms of a host leave out. */
export type Forms = Partial<PluralForms> & { language?: string; under?: Message };

/** What a message calls a field. */
interface FieldNames {
  label?: string;
  ask?: string;
}

/**
 * A message with its values filled in: `{label}` and `{ask}` from the first value, a field or a label,
 * every other placeholder from the text or number after it, or from the only value.
 */
export function formatMessage(
  message: Message,
  ...values: readonly (FieldNames | string | number)[]
): string {
  const text = pluralForm(message, values);
  const [first, ...others] = values;
  const isField = typeof first === 'object';
  const field: { label?: unknown; ask?: unknown } = isField ? first : { label: first };
  const detail = others[0] ?? (isField ? undefined : first);
  return text.replaceAll(PLACEHOLDERS, (placeholder, name: string) =>
    String((name === 'label' || name === 'ask' ? field[name] : detail) ?? placeholder),
  );
}

/**
 * With `language`, its plural rules choose the form. Otherwise 1 is `one` and any other number `other`,
 * because a page's first `Intl` object takes 25 ms on a desktop, and 100 ms on a phone (ADR 18).
 */
function pluralForm(message: Message, values: readonly unknown[]): string {
  if (typeof message === 'string') return message;
  const { language, under = '', ...forms }: Forms = message;
  const count = values.findLast((value) => typeof value === 'number');
  if (count === 0 && forms.zero !== undefined) return forms.zero;
  const simple = count === 1 ? 'one' : 'other';
  const form = language === undefined ? simple : pluralRules(language).select(Number(count));
  return forms[form] ?? forms.other ?? pluralForm(under, values);
}

function pluralRules(language: string): Intl.PluralRules {
  try {
    return new Intl.PluralRules(language);
  } catch {
    return new Intl.PluralRules('en');
  }
}
