import { deepEquals, type RJSFSchema } from '@rjsf/utils';
import type { MessageSource } from '../../i18n/messages.ts';
import type { LocaleNumbers } from './locale-numbers.ts';
import { fieldOptions } from './options.ts';

interface FormatSource extends MessageSource {
  numbers: LocaleNumbers;
}

/** A value as text: option labels, and numbers and dates in the format of the locale. */
export function formatValue(value: unknown, schema: RJSFSchema, form: FormatSource): string {
  const { messages, numbers } = form;
  const option = fieldOptions(schema, form).find((each) => deepEquals(each.value, value));
  if (option !== undefined && schema.type !== 'array') return option.label;
  const child = (key: string, item: unknown) => formatValue(item, childSchema(schema, key), form);
  switch (typeof value) {
    case 'boolean':
      return value ? messages.yes : messages.no;
    case 'number':
      return numbers.formatPlain(value);
    case 'string':
      return schema.format === 'date' ? longDate(value, messages.language) : value;
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

/** `1990-05-31` as “31 de mayo de 1990”; other text as it is. */
export function longDate(text: string, language: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) return text;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}
