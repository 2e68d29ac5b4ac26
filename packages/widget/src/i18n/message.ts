/** A message for each plural form; `other` is the default. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** A text with placeholders, or one for each plural form; `README.md` has the placeholders. */
export type Message = string | PluralForms;
