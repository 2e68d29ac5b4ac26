import { deepEquals, type RJSFSchema } from '@rjsf/utils';
import { inLocalZone } from '../../dates/date.ts';
import { formatMessage } from '../../i18n/format-message.ts';
import type { MessageSource } from '../../i18n/messages.ts';
import { identityDocument } from './identity-documents.ts';
import { canonical, memberOf } from '../../validation/json.ts';
import { withoutMarkup } from './markup.ts';

/** Where `form/model/` keeps the titles and descriptions of options: a list of {@link OptionDetails}. */
export const OPTION_DETAILS = 'x-option-details';

/** What a schema says about one option. It belongs to the value, not to a position in a list. */
export interface OptionDetails {
  value: unknown;
  title?: unknown;
  description?: unknown;
}

/** One value of an `enum`, with its label in the candidate's language. */
export interface Option {
  value: unknown;
  label: string;
  /** The label with its HTML, if it has any. */
  markup?: string;
  description?: string;
}

const YES_OR_NO = [true, false];

/** The values that a field, or an entry of an array field, can have; empty for a text or a number. */
export function optionValues(schema: RJSFSchema): readonly unknown[] {
  const { enum: values, type } = optionSchema(schema);
  return Array.isArray(values) ? values : type === 'boolean' ? YES_OR_NO : [];
}

/** Whether a value is one of some options, which may be any JSON. */
export const isIn = (options: readonly unknown[], value: unknown): boolean =>
  options.some((option) => deepEquals(option, value));

/**
 * The options of a field or of the entries of an array field. Labels: the host page's, else the
 * schema's, else ours for known values and country codes, else the value.
 *
 * @param hostNames - `ui:enumNames` of the host, which come first: one for each value, or by value
 */
export function fieldOptions(
  schema: RJSFSchema,
  source: MessageSource,
  hostNames?: unknown,
): Option[] {
  const details = new Map(
    optionDetails(optionSchema(schema)).map((each) => [canonical(each.value), each]),
  );
  const listed = optionValues(schema);
  const values = [...new Map(listed.map((value) => [canonical(value), value]))];
  const areRegions = isRegionList(listed);
  const nameOf = hostNameOf(listed, hostNames);
  const options = values.map(([key, value]) => {
    const { title, description } = details.get(key) ?? {};
    const text =
      nameOf(value) ??
      source.messages.byHost?.choices.get(String(value)) ??
      (typeof title === 'string' && title !== '' ? title : undefined) ??
      (areRegions ? regionName(String(value), source.messages.language) : undefined) ??
      valueLabel(value, source);
    const label = withoutMarkup(text);
    return {
      value,
      label,
      ...(label !== text && { markup: text }),
      ...(typeof description === 'string' && { description }),
    };
  });
  if (!areRegions) return withDistinctLabels(options);
  return options.sort((a, b) => a.label.localeCompare(b.label, source.messages.language));
}

/** The titles and descriptions of a schema's options: of `x-option-details`, else of the names beside `enum`. */
export function optionDetails(schema: Readonly<Record<string, unknown>>): readonly OptionDetails[] {
  const { enum: values, 'x-enumNames': otherNames, enumNames: names = otherNames } = schema;
  const details = schema[OPTION_DETAILS] as readonly OptionDetails[] | undefined;
  if (details !== undefined || !Array.isArray(values) || !Array.isArray(names))
    return details ?? [];
  return values.map((value: unknown, index) => ({ value, title: names[index] as unknown }));
}

function hostNameOf(values: readonly unknown[], names: unknown) {
  // Names of other values than these would name the wrong ones.
  const isList = Array.isArray(names) && names.length === values.length;
  return (value: unknown): string | undefined => {
    const name: unknown = isList ? names[values.indexOf(value)] : memberOf(names, String(value));
    return typeof name === 'string' && name !== '' ? name : undefined;
  };
}

/** Adds the value to labels that several options share, such as `San Isidro (150131)`. */
function withDistinctLabels(options: readonly Option[]): Option[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { label } of options) (seen.has(label) ? repeated : seen).add(label);
  return options.map((option) => {
    const { label, value } = option;
    const isClear = !repeated.has(label) || typeof value === 'object' || String(value) === label;
    return isClear ? option : { ...option, label: `${label} (${String(value)})` };
  });
}

/** The schema that has a field's options: of a list, that of its entries. */
export function optionSchema(schema: RJSFSchema): RJSFSchema {
  return schema.type === 'array' ? (entrySchema(schema) ?? schema) : schema;
}

/** The schema of all entries of an array; `undefined` in a tuple. */
export function entrySchema({ items }: RJSFSchema): RJSFSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? items : undefined;
}

const YES = /^(yes|s[ií]|sim|true)$/i;
const NO = /^(no|não|nao|false)$/i;

function valueLabel(value: unknown, { messages, country, numbers }: MessageSource): string {
  if (typeof value === 'string' && value.trim() === '') return messages.blankOption;
  if (typeof value === 'boolean') return value ? messages.yes : messages.no;
  if (value === null) return messages.noAnswer;
  if (typeof value !== 'string') return plainValue(value, numbers);
  if (value === 'national_id' || value === 'foreigner_card') {
    const document = identityDocument({ country, type: value });
    if (document === 'pe_dni') return formatMessage(messages.nationalId, 'DNI');
    if (document === 'pe_ce') return messages.choices.CE;
    const label = document && messages.documents[document].label;
    if (label) return value === 'national_id' ? formatMessage(messages.nationalId, label) : label;
  }
  if (Object.hasOwn(messages.choices, value))
    return messages.choices[value as keyof typeof messages.choices];
  if (YES.test(value)) return messages.yes;
  return NO.test(value) ? messages.no : value;
}

/** A number, or what an object or a list holds, as text. */
function plainValue(value: unknown, numbers: MessageSource['numbers']): string {
  if (typeof value === 'number') return numbers.formatPlain(value);
  if (typeof value !== 'object') return String(value);
  const parts: unknown[] = Object.values(value ?? {});
  return parts.map((part) => plainValue(part, numbers)).join(', ');
}

/** Shorter lists of two letters may be states, or anything else. */
const MIN_REGIONS = 20;

/** Whether values are ISO 3166 country codes, such as `PE`. */
function isRegionList(values: readonly unknown[]): boolean {
  return (
    values.length >= MIN_REGIONS &&
    values.every((value) => typeof value === 'string' && regionName(value, 'en') !== undefined)
  );
}

/** The name of a country in a language; `undefined` for text that is no country code. */
function regionName(code: string, language: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  try {
    return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

/**
 * The value of a field as text: option labels, and numbers and dates in the format of the locale.
 *
 * @param isLocal - a moment is shown in the local time zone, rather than in its own
 * @param options - of the field, or of the entries of an array field
 */
export function formatValue(
  value: unknown,
  schema: RJSFSchema,
  form: MessageSource,
  isLocal: boolean,
  options: readonly Option[] = fieldOptions(schema, form),
): string {
  const labelOf = (each: unknown) =>
    options.find((option) => deepEquals(option.value, each))?.label;
  const own = schema.type === 'array' ? undefined : labelOf(value);
  if (own !== undefined) return own;
  switch (typeof value) {
    case 'number':
      return form.numbers.formatPlain(value);
    case 'string':
      return schema.format === undefined ? value : longDate(value, form.messages.language, isLocal);
    case 'object':
      return Object.values(value ?? {})
        .map((item) => labelOf(item) ?? formatValue(item, entrySchema(schema) ?? {}, form, isLocal))
        .join(', ');
    default:
      return '';
  }
}

const MOMENT = /^(\d{4}-\d\d-\d\d)?(?:(?:^|[T ])(\d\d:\d\d)(?::[\d.]+)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * `1990-05-31` as “31 de mayo de 1990”, and `1990-05-31T09:30:00-05:00` as “31 de mayo de 1990, 09:30
 * (UTC-05:00)”; other text as it is.
 *
 * @param isLocal - in the local time zone, as in an input
 */
export function longDate(text: string, language: string, isLocal = true): string {
  const [, date = '', time = '', zone = ''] = MOMENT.exec(isLocal ? inLocalZone(text) : text) ?? [];
  const day = Date.parse(date || '1970-01-01');
  if (Number.isNaN(day) || date + time === '') return text;
  const words = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const clock = zone && `${time} (UTC${zone.replace(/z|[+-]00:?00/i, '')})`;
  return [date && words.format(day), clock || time].filter(Boolean).join(', ');
}
