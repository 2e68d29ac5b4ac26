import { deepEquals, optionsList, type RJSFSchema } from '@rjsf/utils';
import type { Messages } from '../../i18n/messages.ts';
import type { WordSource } from './field-words.ts';
import { choiceLabel } from './choice-label.ts';
import type { LocaleNumbers } from './locale-numbers.ts';

interface PlainWords extends WordSource {
  numbers: LocaleNumbers;
}

/** A value as a person would write it: choices by their names, dates and numbers as the language has them. */
export function plainValue(value: unknown, schema: RJSFSchema, form: PlainWords): string {
  const { messages, numbers } = form;
  const option = optionsList(schema)?.find((each) => deepEquals(each.value, value));
  if (option !== undefined) return choiceLabel(option, form);
  const below = (key: string, item: unknown) => plainValue(item, schemaBelow(schema, key), form);
  switch (typeof value) {
    case 'boolean':
      return value ? messages.yes : messages.no;
    case 'number':
      return numbers.show(value);
    case 'string':
      return schema.format === 'date' ? dateInWords(value, messages) : value;
    case 'object':
      return Object.entries(value ?? {})
        .map(([key, item]) => below(key, item))
        .filter(Boolean)
        .join(', ');
    default:
      return '';
  }
}

function schemaBelow({ properties, items }: RJSFSchema, key: string): RJSFSchema {
  const list = Array.isArray(items) ? items[Number(key)] : items;
  const found = properties && Object.hasOwn(properties, key) ? properties[key] : list;
  return typeof found === 'object' ? found : {};
}

function dateInWords(date: string, { language }: Messages): string {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return date;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}
