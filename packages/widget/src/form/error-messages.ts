import type { DateTimeFault } from '../dates/date-time.ts';
import type { DateTimePart, ErrorMessages, FieldMessages, Messages } from '../i18n/messages.ts';
import { longDate } from './fields/formatting.ts';
import type { RegisteredField } from './form-store.ts';
import type { FormViolation } from './violations.ts';

type Sentence = (field: FieldMessages) => string;
type SentenceName = {
  [Name in keyof ErrorMessages]: ErrorMessages[Name] extends Sentence ? Name : never;
}[keyof ErrorMessages];
type FormatNumber = (number: number) => string;

/** Keywords whose sentence has no parameter. */
const PLAIN: Record<string, SentenceName> = {
  additionalItems: 'unexpected',
  additionalProperties: 'unexpected',
  anyOf: 'shape',
  'false schema': 'blank',
  if: 'condition',
  not: 'not',
  oneOf: 'shape',
  propertyNames: 'propertyNames',
  unevaluatedItems: 'unexpected',
  unevaluatedProperties: 'unexpected',
  uniqueItems: 'uniqueItems',
};

/** Keywords with a limit: their sentence, and the name of the limit's parameter. */
const LIMITED: Record<string, [keyof ErrorMessages, param: string]> = {
  contains: ['contains', 'minContains'],
  exclusiveMaximum: ['lessThan', 'limit'],
  exclusiveMinimum: ['moreThan', 'limit'],
  maxContains: ['maxContains', 'maxContains'],
  maximum: ['maximum', 'limit'],
  maxItems: ['maxItems', 'limit'],
  maxLength: ['maxLength', 'limit'],
  maxProperties: ['maxProperties', 'limit'],
  minContains: ['contains', 'minContains'],
  minimum: ['minimum', 'limit'],
  minItems: ['minItems', 'limit'],
  minLength: ['minLength', 'limit'],
  minProperties: ['minProperties', 'limit'],
  multipleOf: ['multipleOf', 'multipleOf'],
};

/** Examples for formats without a sentence of their own. */
const EXAMPLES: Record<string, string> = {
  'date-time': '2026-11-21T09:30:00Z',
  duration: 'P1Y6M',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  time: '09:30:00Z',
  uri: 'https://example.com',
  'uri-reference': '/example',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
};

/**
 * The message of a violation, with the field's name, in the candidate's language.
 *
 * @param formatNumber - formats a number of the schema in the candidate's locale
 */
export function errorMessage(
  { keyword, params }: FormViolation,
  { messages: field, inputMethod }: Pick<RegisteredField, 'messages' | 'inputMethod'>,
  messages: Messages,
  formatNumber: FormatNumber,
): string {
  const { errors, date } = messages;
  switch (keyword) {
    case 'required':
    case 'dependencies':
    case 'dependentRequired':
      return requiredMessage(field, inputMethod, errors);
    case 'enum': {
      const isOther = inputMethod === 'typed' || inputMethod === 'completed';
      return errors[isOther ? 'chosen' : inputMethod](field);
    }
    case 'const':
      return forConst(params.allowedValue, inputMethod, errors, formatNumber)(field);
    case 'type':
      return errors[forType(params)](field);
    case 'pattern':
      return field.example === undefined
        ? errors.pattern(field)
        : errors.example(field, field.example);
    case 'format':
      return (forDate(params.fault, errors, date) ?? forFormat(params.format, errors))(field);
    case 'formatMinimum':
    case 'formatMaximum':
      return forDateLimit(keyword, params.limit, messages)(field);
    default:
      return Object.hasOwn(PLAIN, keyword)
        ? errors[PLAIN[keyword] ?? 'other'](field)
        : forLimit(keyword, params, errors, formatNumber)(field);
  }
}

function requiredMessage(
  field: FieldMessages,
  inputMethod: RegisteredField['inputMethod'],
  errors: ErrorMessages,
): string {
  const isQuestion = inputMethod !== 'ticked' && /\?\s*$/.test(field.label);
  return isQuestion ? errors.question(field) : errors[inputMethod](field);
}

/** Text to type is part of the schema, so the message may quote it. */
function forConst(
  constant: unknown,
  inputMethod: RegisteredField['inputMethod'],
  errors: ErrorMessages,
  formatNumber: FormatNumber,
): Sentence {
  if (inputMethod !== 'typed') return errors[inputMethod];
  if (typeof constant === 'number') return (field) => errors.exactly(field, formatNumber(constant));
  if (typeof constant === 'string') return (field) => errors.exactly(field, constant);
  return errors.other;
}

function forType({ type, isTooLong }: FormViolation['params']): SentenceName {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes('number')) return isTooLong ? 'tooLong' : 'number';
  if (types.includes('integer')) return isTooLong ? 'tooLong' : 'integer';
  return 'other';
}

function forFormat(format: unknown, errors: ErrorMessages): Sentence {
  if (format === 'email' || format === 'date') return errors[format];
  const example =
    typeof format === 'string' && Object.hasOwn(EXAMPLES, format) ? EXAMPLES[format] : undefined;
  return example === undefined ? errors.pattern : (field) => errors.example(field, example);
}

/** A date is shown in words, a time as it is. The proxy sends no limit. */
function forDateLimit(
  keyword: 'formatMinimum' | 'formatMaximum',
  limit: unknown,
  { errors, language }: Messages,
): Sentence {
  if (typeof limit !== 'string') return errors.other;
  const text = longDate(limit, language);
  const [ofDate, ofTime] =
    keyword === 'formatMinimum'
      ? [errors.notBefore, errors.minimum]
      : [errors.notAfter, errors.maximum];
  return (field) => (text === limit ? ofTime(field, limit, 0) : ofDate(field, text));
}

/** The proxy sends keywords without parameters: then the message names no limit. */
function forLimit(
  keyword: string,
  params: FormViolation['params'],
  errors: ErrorMessages,
  formatNumber: FormatNumber,
): Sentence {
  const [name, param] = (Object.hasOwn(LIMITED, keyword) && LIMITED[keyword]) || [];
  const limit = param === undefined ? undefined : params[param];
  if (name === undefined || typeof limit !== 'number') return errors.other;
  return (field) => errors[name](field, formatNumber(limit), limit);
}

/** What is wrong with the text of a date or time; `undefined` for other violations. */
function forDate(
  fault: unknown,
  errors: ErrorMessages,
  date: Messages['date'],
): Sentence | undefined {
  const { kind, parts } = (fault ?? {}) as Partial<DateTimeFault>;
  if (kind === 'missing') return (field) => date.missing(field, inOrder(parts ?? []));
  if (kind === 'time') return (field) => errors.example(field, '09:30');
  return kind && date[kind];
}

const inOrder = (parts: readonly DateTimePart[]) =>
  (['day', 'month', 'year', 'time'] as const).filter((part) => parts.includes(part));
