import type { ErrorMessages, FieldMessages, Messages, DateTimePart } from '../i18n/messages.ts';
import type { DateTimeFault } from '../dates/date-time.ts';
import type { ShownField } from './form-store.ts';
import type { FormViolation } from './violations.ts';

type Sentence = (field: FieldMessages) => string;
type SentenceName = {
  [Name in keyof ErrorMessages]: ErrorMessages[Name] extends Sentence ? Name : never;
}[keyof ErrorMessages];

/** Keywords that are told without a limit. */
const PLAIN: Record<string, SentenceName> = {
  additionalItems: 'unexpected',
  additionalProperties: 'unexpected',
  anyOf: 'shape',
  'false schema': 'blank',
  if: 'condition',
  not: 'not',
  oneOf: 'shape',
  pattern: 'pattern',
  propertyNames: 'propertyNames',
  unevaluatedItems: 'unexpected',
  unevaluatedProperties: 'unexpected',
  uniqueItems: 'uniqueItems',
};

/** Keywords that hold a limit, by their sentence and the parameter that names it. */
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

/** A text of each format that no sentence describes. */
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
 * The sentence for a violation, in the candidate's language and with the field's name.
 *
 * @param writeNumber - writes a number of the schema as the candidate's locale does
 */
export function errorMessage(
  { keyword, params }: FormViolation,
  { words, answer }: Pick<ShownField, 'words' | 'answer'>,
  { errors, date }: Messages,
  writeNumber: (number: number) => string,
): string {
  switch (keyword) {
    case 'required':
    case 'dependencies':
    case 'dependentRequired':
      return errors[answer](words);
    case 'enum':
      return errors[answer === 'ticked' || answer === 'listed' ? answer : 'chosen'](words);
    case 'const':
      return ofConst(params.allowedValue, answer, errors, writeNumber)(words);
    case 'type':
      return errors[ofType(params)](words);
    case 'format':
      return (ofFault(params.fault, errors, date) ?? ofFormat(params.format, errors))(words);
    default:
      return Object.hasOwn(PLAIN, keyword)
        ? errors[PLAIN[keyword] ?? 'other'](words)
        : ofLimit(keyword, params, errors, writeNumber)(words);
  }
}

/** What must be typed is a word of the schema, so it may be said. */
function ofConst(
  wanted: unknown,
  answer: ShownField['answer'],
  errors: ErrorMessages,
  writeNumber: (number: number) => string,
): Sentence {
  if (answer !== 'typed') return errors[answer];
  if (typeof wanted === 'number') return (field) => errors.exactly(field, writeNumber(wanted));
  if (typeof wanted === 'string') return (field) => errors.exactly(field, wanted);
  return errors.other;
}

function ofType({ type, isTooLong }: FormViolation['params']): SentenceName {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes('number')) return isTooLong ? 'tooLong' : 'number';
  if (types.includes('integer')) return isTooLong ? 'tooLong' : 'integer';
  return 'other';
}

function ofFormat(format: unknown, errors: ErrorMessages): Sentence {
  if (format === 'email' || format === 'date') return errors[format];
  const example =
    typeof format === 'string' && Object.hasOwn(EXAMPLES, format) ? EXAMPLES[format] : undefined;
  return example === undefined ? errors.pattern : (field) => errors.example(field, example);
}

/** The proxy names the keyword only: then the sentence does without its limit. */
function ofLimit(
  keyword: string,
  params: FormViolation['params'],
  errors: ErrorMessages,
  writeNumber: (number: number) => string,
): Sentence {
  const [name, param] = (Object.hasOwn(LIMITED, keyword) && LIMITED[keyword]) || [];
  const limit = param === undefined ? undefined : params[param];
  if (name === undefined || typeof limit !== 'number') return errors.other;
  return (field) => errors[name](field, writeNumber(limit), limit);
}

/** What is wrong with a date or a time that was read; `undefined` when nobody looked. */
function ofFault(
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
