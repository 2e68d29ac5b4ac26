import { deepEquals, type EnumOptionsType, optionsList, type RJSFSchema } from '@rjsf/utils';
import type { Messages } from '../../i18n/messages.ts';
import { identityDocument } from './identity-documents.ts';
import type { MessageSource } from './labels.ts';
import type { LocaleNumbers } from './locale-numbers.ts';

/** The label of an option: the host page's, else the schema's, else ours for a known value. */
export function choiceLabel(
  { label, value }: EnumOptionsType,
  { messages, country }: MessageSource,
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

interface FormatSource extends MessageSource {
  numbers: LocaleNumbers;
}

/** A value as text: option labels, and numbers and dates in the format of the locale. */
export function formatValue(value: unknown, schema: RJSFSchema, form: FormatSource): string {
  const { messages, numbers } = form;
  const option = optionsList(schema)?.find((each) => deepEquals(each.value, value));
  if (option !== undefined) return choiceLabel(option, form);
  const child = (key: string, item: unknown) => formatValue(item, childSchema(schema, key), form);
  switch (typeof value) {
    case 'boolean':
      return value ? messages.yes : messages.no;
    case 'number':
      return numbers.formatPlain(value);
    case 'string':
      return schema.format === 'date' ? longDate(value, messages) : value;
    case 'object':
      return Object.entries(value ?? {})
        .map(([key, item]) => child(key, item))
        .filter(Boolean)
        .join(', ');
    default:
      return '';
  }
}

function childSchema({ properties, items }: RJSFSchema, key: string): RJSFSchema {
  const list = Array.isArray(items) ? items[Number(key)] : items;
  const found = properties && Object.hasOwn(properties, key) ? properties[key] : list;
  return typeof found === 'object' ? found : {};
}

function longDate(date: string, { language }: Messages): string {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return date;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}
