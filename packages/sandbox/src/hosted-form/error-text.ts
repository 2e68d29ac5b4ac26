import type { FieldError } from '../sandbox-error.ts';
import type { FormField } from './form-field.ts';
import { say, type Words } from './words.ts';

/** One sentence about one field. */
export function errorText(error: FieldError, field: FormField, words: Words): string {
  return say(words[sentenceOf(error, field)], field.label);
}

function sentenceOf({ keyword }: FieldError, { schema }: FormField): keyof Words {
  if (keyword === 'required') return 'missing';
  if (keyword === 'const' && schema.type === 'boolean') return 'mustAccept';
  if (keyword === 'format' && schema.format === 'date') return 'wrongDate';
  if (keyword === 'type' && schema.type !== 'string') return 'wrongNumber';
  if (keyword === 'minItems') return 'missing';
  if (keyword === 'minLength') return 'tooShort';
  if (keyword === 'maxLength') return 'tooLong';
  return 'wrong';
}
