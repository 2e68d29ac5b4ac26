import type { EnumOptionsType } from '@rjsf/utils';
import type { WordSource } from './field-words.ts';
import { identityDocument } from './identity-document.ts';

/**
 * What a choice is called: as the host says, else as the schema does, else by our words for a value
 * that is known.
 */
export function choiceLabel(
  { label, value }: EnumOptionsType,
  { messages, country }: WordSource,
): string {
  const given = messages.byHost?.choices.get(String(value));
  if (given !== undefined) return given;
  if (label !== String(value) || typeof value !== 'string') return label;
  const document = value === 'national_id' && identityDocument({ country, type: value });
  if (document === 'pe_dni') return messages.nationalId('DNI');
  if (document) return messages.nationalId(messages.documents[document].label);
  if (Object.hasOwn(messages.choices, value))
    return messages.choices[value as keyof typeof messages.choices];
  if (YES.test(value)) return messages.yes;
  return NO.test(value) ? messages.no : label;
}

const YES = /^(yes|s[ií]|sim|true)$/i;
const NO = /^(no|não|nao|false)$/i;
