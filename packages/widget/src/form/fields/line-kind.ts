import type { RJSFSchema } from '@rjsf/utils';
import { pathOf } from './field-id.ts';
import { knownField } from './known-field.ts';

/** What a line of text holds, and so how it is typed. */
export type LineKind = 'text' | 'date' | 'date-time' | 'time' | 'city';

const FORMATS: Readonly<Record<string, LineKind>> = {
  date: 'date',
  'date-time': 'date-time',
  time: 'time',
};
/** A schema that takes both takes dates. */
const DATES = ['1990-05-31', '2001-12-09'];

/**
 * The kind of a line. A date of birth is a date even if its schema only says text, unless it is to be
 * written another way.
 *
 * @param accepts - whether the field's schema takes a text
 */
export function lineKind(
  rjsfId: string,
  { type, format }: RJSFSchema,
  accepts: (text: string) => boolean,
): LineKind {
  const isText = type === undefined || [type].flat().includes('string');
  if (!isText) return 'text';
  if (format !== undefined) return (Object.hasOwn(FORMATS, format) && FORMATS[format]) || 'text';
  const name = knownField(pathOf(rjsfId));
  if (name === 'city_locode') return 'city';
  return name === 'dob' && DATES.every(accepts) ? 'date' : 'text';
}
