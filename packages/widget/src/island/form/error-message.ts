import type { Messages } from '../../messages/messages.ts';
import type { ShownField } from './form-store.ts';
import type { FormViolation } from './violations.ts';

/** The sentence for a violation, in the candidate's language and with the field's name. */
export function errorMessage(
  { keyword, params }: FormViolation,
  { words, answer }: Pick<ShownField, 'words' | 'answer'>,
  { errors }: Messages,
): string {
  switch (keyword) {
    case 'required':
    case 'dependencies':
    case 'dependentRequired':
      return errors[answer](words);
    case 'const':
    case 'enum':
      return answer === 'ticked' ? errors.ticked(words) : errors.chosen(words);
    case 'type':
      return ofType(params.type, errors)(words);
    case 'format':
      return ofFormat(params.format, errors)(words);
    case 'pattern':
      return errors.pattern(words);
    case 'uniqueItems':
      return errors.uniqueItems(words);
    case 'multipleOf':
      return params.multipleOf === undefined
        ? errors.other(words)
        : errors.multipleOf(words, params.multipleOf);
    default:
      // The proxy names the keyword only: then the sentence does without its limit.
      return params.limit === undefined
        ? errors.other(words)
        : ofLimit(keyword, errors)(words, params.limit);
  }
}

type Errors = Messages['errors'];

function ofType(type: unknown, errors: Errors) {
  return type === 'integer' ? errors.integer : type === 'number' ? errors.number : errors.other;
}

function ofFormat(format: unknown, errors: Errors) {
  switch (format) {
    case 'email':
    case 'date':
    case 'time':
      return errors[format];
    case 'date-time':
      return errors.dateTime;
    default:
      return errors.pattern;
  }
}

function ofLimit(keyword: string, errors: Errors): Errors['minimum'] {
  switch (keyword) {
    case 'minLength':
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'minItems':
    case 'maxItems':
      return errors[keyword];
    case 'exclusiveMinimum':
      return errors.moreThan;
    case 'exclusiveMaximum':
      return errors.lessThan;
    default:
      return errors.other;
  }
}
