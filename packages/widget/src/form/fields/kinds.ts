import type { RJSFSchema } from '@rjsf/utils';
import { isFileSchema } from 'precandidate-contract';
import { dateTimeInput, INCOMPLETE, timeInput } from '../../dates/date.ts';
import { numberType } from './locale-numbers.ts';
import { entrySchema, isIn, optionDetails, optionValues } from './options.ts';
import { standardField } from './match-standard-field.ts';

/** Marks a render schema that also accepts `null`: an empty field then means `null`. */
export const NULLABLE = 'x-nullable';

/** Whether a list is one field: options, several of which can be chosen, or files. */
export function isOneField(list: RJSFSchema): boolean {
  return (list.uniqueItems === true && entrySchema(list)?.enum !== undefined) || isFile(list);
}

/** Nobody types base64: it is the content of a file. */
export function isFile(schema: RJSFSchema): boolean {
  return isFileSchema(schema) || entrySchema(schema)?.format === 'data-url';
}

/** Whether a file is sent as base64, which has no place for its name, rather than as a `data:` URL. */
export function isBase64File({ format, contentEncoding }: RJSFSchema): boolean {
  return contentEncoding === 'base64' && format !== 'data-url';
}

/** Whether only `true` is valid, as in "I agree". */
export function isConsent(schema: RJSFSchema): boolean {
  return schema.const === true || (schema.enum?.length === 1 && schema.enum[0] === true);
}

/** What a text field holds, which decides its input. */
export type TextKind = 'text' | 'long-text' | 'password' | 'date' | 'date-time' | 'time' | 'city';

/** How a field is filled in. `list` and `several` are searched by typing · `none`: no value is allowed. */
export type FieldKind =
  TextKind | 'consent' | 'radios' | 'select' | 'list' | 'checkboxes' | 'several' | 'file' | 'none';

const MAX_RADIOS = 5;
const MAX_SELECT_OPTIONS = 15;

/** @param text - its kind if it holds a text or a number */
export function fieldKind(schema: RJSFSchema, text: TextKind): FieldKind {
  const values = optionValues(schema);
  // A field without a type is text, unless its schema forbids every value.
  if (schema.type === undefined && schema.not !== undefined) return 'none';
  if (isFile(schema)) return 'file';
  if (schema.type === 'boolean') return isConsent(schema) ? 'consent' : 'radios';
  const isSearched = areSearched(schema, values);
  if (schema.type === 'array') return isSearched ? 'several' : 'checkboxes';
  if (values.length === 0) return text;
  const details = optionDetails(schema);
  // A native select cannot show descriptions.
  const hasDescriptions = details.some(({ description }) => description !== undefined);
  if (values.length <= (hasDescriptions ? MAX_SELECT_OPTIONS : MAX_RADIOS)) return 'radios';
  return isSearched ? 'list' : 'select';
}

/** Whether options are many, and found by typing: then the field also holds other text. */
function areSearched({ type }: RJSFSchema, options: readonly unknown[]): boolean {
  const areTexts = options.every((option) => typeof option === 'string' && option !== '');
  return options.length > MAX_SELECT_OPTIONS && (areTexts || type === 'array');
}

/** A file as the form holds it. */
const FILE_URL = /^data:[^,]*;(?:name=|base64,)/;

/** Whether a field can show a value, right or wrong: another answer may have changed what is asked. */
export function canShow(schema: RJSFSchema, value: unknown): boolean {
  const options = optionValues(schema);
  const isText = typeof value === 'string';
  if (options.length > 0) {
    // A consent that was taken back is `false`.
    const holdsOther = areSearched(schema, options) ? isText : value === false;
    return holdsOther || isIn(options, value);
  }
  if (isFile(schema)) return isText && (isBase64File(schema) || value.startsWith('data:'));
  // A format counts only for text.
  const isNumber = numberType(schema) !== undefined;
  if (!isText) return typeof value === 'number' && (isNumber || !DATES.test(schema.format ?? ''));
  if (isNumber) return !FILE_URL.test(value.slice(0, 1_000));
  if (FILE_URL.test(value.slice(0, 1_000))) return false;
  switch (schema.format) {
    // The browser's own inputs show nothing else.
    case 'time':
      return value === INCOMPLETE || timeInput(value) !== '';
    case 'date-time':
      return value === INCOMPLETE || dateTimeInput(value) !== '';
    default:
      return true;
  }
}

const DATES = /^(?:date|time|date-time)$/;

const KIND_BY_FORMAT: Readonly<Record<string, TextKind>> = {
  date: 'date',
  'date-time': 'date-time',
  time: 'time',
  password: 'password',
  textarea: 'long-text',
};
const MAX_LINE_LENGTH = 200;
/** A schema that accepts both accepts ISO dates. */
const SAMPLE_DATES = ['1990-05-31', '2001-12-09'];

/**
 * The kind of a text field. A date of birth is a date even without `format: date`, if its schema
 * accepts ISO dates.
 *
 * @param isValid - whether the field's schema accepts a text
 */
export function textKind(
  pointer: string,
  { type, format, writeOnly, maxLength = 0 }: RJSFSchema,
  isValid: (text: string) => boolean,
): TextKind {
  const isText = type === undefined || [type].flat().includes('string');
  if (!isText) return 'text';
  if (format !== undefined)
    return (Object.hasOwn(KIND_BY_FORMAT, format) && KIND_BY_FORMAT[format]) || 'text';
  if (writeOnly === true) return 'password';
  const field = standardField(pointer);
  if (field === 'city_locode') return 'city';
  if (field === 'dob' && SAMPLE_DATES.every(isValid)) return 'date';
  return maxLength > MAX_LINE_LENGTH && field === undefined ? 'long-text' : 'text';
}

/** Whether a required field needs a value: a nullable field or a list that may be empty does not. */
export function needsValue({ type, minItems = 0, contains, ...schema }: RJSFSchema): boolean {
  const { minContains = contains === undefined ? 0 : 1 } = schema;
  return !schema[NULLABLE] && (type !== 'array' || Math.max(minItems, minContains) > 0);
}

export function isPhone(pointer: string, schema: RJSFSchema): boolean {
  if (numberType(schema) !== undefined) return false;
  const known = standardField(pointer);
  const { format } = schema;
  return format === 'tel' || format === 'phone' || known === 'phone' || known === 'referee_phone';
}

/** Whether a field can have a warning: its live region must exist before the first one. */
export function canWarn(pointer: string, schema: RJSFSchema, kind: FieldKind): boolean {
  const field = standardField(pointer);
  if (field === 'dob') return kind === 'date';
  return field === 'document_id' || isPhone(pointer, schema);
}
