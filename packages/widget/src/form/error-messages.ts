import type { DateFault } from '../dates/date.ts';
import { formatMessage } from '../i18n/format-message.ts';
import type {
  DateMessages,
  DatePart,
  ErrorMessages,
  FieldMessages,
  Messages,
} from '../i18n/messages.ts';
import { FORMAT_EXAMPLES, type PatternFault } from './fields/patterns.ts';
import { longDate } from './fields/options.ts';
import { fileFaultText, fileTypeNames } from './files/file-texts.ts';
import type { FieldInfo } from './asked-form/field-info.ts';
import type { FileOver, FormViolation } from './model/violations.ts';

/** The message of a keyword, and the name of the parameter that is its limit. */
type KeywordMessage = [name: keyof ErrorMessages, limit?: string];

const KEYWORD_MESSAGES: Record<string, KeywordMessage> = {
  additionalItems: ['unexpected'],
  additionalProperties: ['unexpected'],
  anyOf: ['shape'],
  contentEncoding: ['fileBroken'],
  digits: ['digits'],
  exclusiveMaximum: ['lessThan', 'limit'],
  exclusiveMinimum: ['moreThan', 'limit'],
  'false schema': ['blank'],
  if: ['condition'],
  letters: ['letters'],
  lettersAndDigits: ['lettersAndDigits'],
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
  not: ['not'],
  oneOf: ['shape'],
  propertyNames: ['propertyNames'],
  unevaluatedItems: ['unexpected'],
  unevaluatedProperties: ['unexpected'],
  uniqueItems: ['uniqueItems'],
};

/** Examples for formats without a message of their own. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ...FORMAT_EXAMPLES,
  'date-time': '2026-11-21T09:30:00Z',
  time: '09:30:00Z',
};

/** What a message needs to know of a field. */
type NamedField = Pick<FieldInfo, 'messages' | 'inputMethod'> &
  Partial<Pick<FieldInfo, 'valueSchema'>>;

/**
 * The message of a violation, with the field's name, in the candidate's language. The proxy's violations
 * have no parameters: then the message names no limit.
 *
 * @param formatNumber - formats a number of the schema in the candidate's locale
 */
export function errorMessage(
  { keyword, params }: FormViolation,
  { messages: field, inputMethod, valueSchema }: NamedField,
  messages: Messages,
  formatNumber: (number: number) => string,
): string {
  const { errors } = messages;
  switch (keyword) {
    case 'required':
    case 'dependencies':
    case 'dependentRequired': {
      const isQuestion = inputMethod !== 'ticked' && /\?\s*$/.test(field.label);
      return formatMessage(errors[isQuestion ? 'question' : inputMethod], field);
    }
    case 'enum': {
      const isOther = inputMethod === 'typed' || inputMethod === 'completed';
      return formatMessage(errors[isOther ? 'chosen' : inputMethod], field);
    }
    case 'const': {
      if (inputMethod === 'ticked') return formatMessage(errors.ticked, field);
      if (inputMethod !== 'typed') return formatMessage(errors.not, field);
      const { allowedValue: value } = params;
      // The value is part of the schema, so the message may quote it.
      const text = typeof value === 'number' ? formatNumber(value) : value;
      if (typeof text !== 'string') return formatMessage(errors.other, field);
      return formatMessage(errors.exactly, field, text);
    }
    case 'type': {
      const types = [params.type].flat();
      const number = types.includes('number') ? 'number' : 'integer';
      if (!types.includes(number)) return formatMessage(errors.other, field);
      return formatMessage(errors[params.isTooLong ? 'tooLong' : number], field);
    }
    case 'pattern': {
      // Nobody typed the characters of a value that the browser's own input stands for.
      const isPicked = valueSchema?.format === 'time' || valueSchema?.format === 'date-time';
      const fault = isPicked ? undefined : (params.fault as PatternFault | undefined);
      if (fault?.kind === 'character') return characterMessage(fault.character, field, messages);
      const { kind, ...limit } = fault ?? {};
      if (kind === undefined || field.example !== undefined)
        return withExample(field.example, field, errors);
      return limitMessage(kind, limit, field, { errors, formatNumber });
    }
    case 'contains': {
      const limit = params.isOver ? 'maxContains' : 'minContains';
      return limitMessage(limit, params, field, { errors, formatNumber });
    }
    case 'contentMediaType':
      return formatMessage(
        errors.fileType,
        field,
        fileTypeNames(params.contentMediaType, messages),
      );
    case 'maxLength': {
      const file = params.file as FileOver | undefined;
      if (file === undefined) return limitMessage(keyword, params, field, { errors, formatNumber });
      const text = fileFaultText({ kind: 'tooLarge', ...file }, messages, { format: formatNumber });
      return `${field.label}: ${text}`;
    }
    case 'format':
      return invalidFormatMessage(params, field, messages);
    case 'formatMinimum':
    case 'formatMaximum':
      return dateLimitMessage(keyword, params.limit, field, messages);
    default:
      return limitMessage(keyword, params, field, { errors, formatNumber });
  }
}

/** The message of a violation of the form as a whole, or of something that it does not ask. */
export function formErrorMessage(
  { pointer, keyword, params: { limit } }: FormViolation,
  { formErrors }: Messages,
): string {
  const isCount = keyword === 'minProperties' || keyword === 'maxProperties';
  if (pointer === '' && isCount && typeof limit === 'number')
    return formatMessage(formErrors[keyword], limit);
  const isClosed = pointer === '' && keyword === 'false schema';
  return formatMessage(isClosed ? formErrors.closed : formErrors.other);
}

function characterMessage(
  character: string,
  field: FieldMessages,
  { errors, ask }: Messages,
): string {
  if (character.trim() === '') return formatMessage(errors.space, field);
  return formatMessage(errors.character, field, formatMessage(ask, character));
}

function withExample(
  example: string | undefined,
  field: FieldMessages,
  errors: ErrorMessages,
): string {
  if (example === undefined) return formatMessage(errors.pattern, field);
  return formatMessage(errors.example, field, example);
}

function invalidFormatMessage(
  { fault, format }: FormViolation['params'],
  field: FieldMessages,
  { errors, date }: Messages,
): string {
  const { kind, parts = [] } = (fault ?? {}) as Partial<DateFault>;
  if (kind === 'missing')
    return formatMessage(date.missing, field, listOf(parts, date.missingParts, date));
  if (parts.length > 1 || kind === 'wrong')
    return formatMessage(date.wrong, field, listOf(parts, date.wrongParts, date));
  if (format === 'data-url') return formatMessage(errors.fileBroken, field);
  if (kind !== undefined) return formatMessage(date[kind], field);
  if (format === 'email' || format === 'date') return formatMessage(errors[format], field);
  const name = String(format);
  return withExample(Object.hasOwn(EXAMPLES, name) ? EXAMPLES[name] : undefined, field, errors);
}

function listOf(
  parts: readonly DatePart[],
  names: Readonly<Record<DatePart, string>>,
  { and }: DateMessages,
): string {
  const others = parts.map((part) => names[part]);
  const last = others.pop() ?? '';
  return others.length > 0 ? others.join(', ') + and + last : last;
}

/** A date is shown in words, a time as it is. */
function dateLimitMessage(
  keyword: 'formatMinimum' | 'formatMaximum',
  limit: unknown,
  field: FieldMessages,
  { errors, language }: Messages,
): string {
  if (typeof limit !== 'string') return formatMessage(errors.other, field);
  const text = longDate(limit, language);
  const [ofDate, ofTime] =
    keyword === 'formatMinimum'
      ? (['notBefore', 'minimum'] as const)
      : (['notAfter', 'maximum'] as const);
  if (text === limit) return formatMessage(errors[ofTime], field, limit, 0);
  return formatMessage(errors[ofDate], field, text);
}

function limitMessage(
  keyword: string,
  params: FormViolation['params'],
  field: FieldMessages,
  { errors, formatNumber }: { errors: ErrorMessages; formatNumber: (number: number) => string },
): string {
  const own = Object.hasOwn(KEYWORD_MESSAGES, keyword) ? KEYWORD_MESSAGES[keyword] : undefined;
  const [name, param]: KeywordMessage = own ?? ['other'];
  // A message without a limit ignores the number.
  const limit = param === undefined ? 0 : params[param];
  if (typeof limit !== 'number') return formatMessage(errors.other, field);
  return formatMessage(errors[name], field, formatNumber(limit), limit);
}
