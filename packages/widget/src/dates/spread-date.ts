import type { TypedDate } from './date-text.ts';
import { monthNumber } from './month-number.ts';

const ISO = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:T.*)?$/;
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/;
const DAY_NAME_YEAR = /^(\d{1,2})[- /]?(\p{L}+)[- /]?(\d{4})$/u;
const NAME_DAY_YEAR = /^(\p{L}+) (\d{1,2}) (\d{4})$/u;
/** What stands around the parts in words: “1.º de mayo del 1990”, “May 1st, 1990”. */
const AROUND =
  /(?<=\d)(?:\.?[ºª°]|o|st|nd|rd|th)(?![\p{L}\d])|(?<!\p{L})(?:del?|do)(?!\p{L})|[.,]/giu;

/**
 * Reads a whole date that was pasted or filled into one part: `31/05/1990`, `1990-05-31`, `31.5.90`,
 * `31 de mayo de 1990`, `May 31, 1990`. Of two numbers the first is the day, or the month where people
 * write it first; one above 12 is the day in any case. A year of two digits stays one: whoever typed
 * it is asked for the other two.
 *
 * @returns `undefined` for any other text
 */
export function spreadDate(text: string, isMonthFirst: boolean): TypedDate | undefined {
  const plain = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([-/.]) ?/g, '$1');
  const iso = ISO.exec(plain);
  if (iso) return dateOf(iso[3], iso[2], iso[1]);
  const numbers = NUMBERS.exec(plain);
  if (numbers) return fromNumbers(numbers, isMonthFirst);
  const words = plain.replaceAll(AROUND, ' ').replaceAll(/\s+/g, ' ').trim();
  const named = DAY_NAME_YEAR.exec(words);
  if (named) return withName(named[1], named[2], named[3]);
  const american = NAME_DAY_YEAR.exec(words);
  return american ? withName(american[2], american[1], american[3]) : undefined;
}

function fromNumbers([, first = '', second = '', year]: RegExpExecArray, isMonthFirst: boolean) {
  const isSecondDay = Number(second) > 12 || (isMonthFirst && Number(first) <= 12);
  return isSecondDay ? dateOf(second, first, year) : dateOf(first, second, year);
}

function withName(day?: string, name?: string, year?: string): TypedDate | undefined {
  const month = monthNumber(name ?? '');
  return month === undefined ? undefined : dateOf(day, month, year);
}

function dateOf(day = '', month = '', year = ''): TypedDate {
  return { day, month, year };
}
