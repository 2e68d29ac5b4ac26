import type { RJSFSchema } from '@rjsf/utils';
import { dateTimeInput, dateTimeValues, timeInput, timeValues } from '../../dates/date.ts';
import { numberType } from '../fields/locale-numbers.ts';
import { canShow, isPhone } from '../fields/kinds.ts';
import { isIn, optionValues } from '../fields/options.ts';
import { codeFormat, PATTERNED, WEB_ADDRESS } from '../fields/text-formats.ts';
import { mayBecomeValidPhone } from '../fields/phone-number.ts';
import { isAnswer } from './schema.ts';

/** A field that has a default. */
interface DefaultOf {
  pointer: string;
  schema: RJSFSchema;
  initial: unknown;
  /** Of the form: two upper-case letters; `null` when unknown. */
  country: string | null;
  /** The candidate has to answer, or the host has given the value. */
  isNeeded: boolean;
  /** Whether the field's schema accepts a value. */
  accepts: (value: unknown) => boolean;
}

/**
 * Whether a field opens with its default. One that the field itself refuses would stop a candidate who need not
 * answer. Where they have to, or where the host knows the value, they see what is wrong, and correct it.
 */
export function isTakenDefault(field: DefaultOf): boolean {
  const { schema, initial, isNeeded, accepts } = field;
  // What is empty is a value of a field that nobody can fill in, if it is an option.
  const isGiven = schema.readOnly === true && isIn(optionValues(schema), initial);
  if (!(isGiven || isAnswer(initial)) || !canShow(schema, initial)) return false;
  return isNeeded || accepts(initial) || canBecomeRight(field);
}

/** Whether the field's input makes a right value of a text, as when it was typed: without dots, for example. */
function canBecomeRight({ pointer, schema, initial, country, accepts }: DefaultOf): boolean {
  if (typeof initial !== 'string') return false;
  if (numberType(schema) !== undefined) return accepts(Number(initial));
  if (isPhone(pointer, schema)) return mayBecomeValidPhone(initial, country, accepts);
  if (schema.format === 'time') return timeValues(timeInput(initial)).some(accepts);
  if (schema.format === 'date-time') return dateTimeValues(dateTimeInput(initial)).some(accepts);
  const formats = [PATTERNED, codeFormat(), WEB_ADDRESS];
  return formats.some(({ parse }) => accepts(parse(initial, accepts)));
}
