import { MONTHS } from '../i18n/messages.build.ts';
import type { DatePart } from '../i18n/messages.ts';
import { latinDigits } from '../i18n/plain-text.ts';

/** The inputs of a date, as most languages write them. */
export const DAY_FIRST: readonly DatePart[] = ['day', 'month', 'year'];

/** A date as typed into its inputs, which may be empty, words, or out of range. */
export type TypedDate = Readonly<Record<DatePart, string>>;

/** Why a value is no date, no date-time, or no time. `parts` lists the inputs of a date to correct, in {@link DAY_FIRST} order. */
export interface DateFault {
  /**
   * `missing`: inputs are empty · `year`: not four digits · `wrong`: out of range · `unreal`: the month has no
   * such day · `skipped`: the clock skips that hour · `time`, `dateTime`: filled in partly.
   */
  kind: 'missing' | 'year' | 'wrong' | 'unreal' | 'skipped' | 'time' | 'dateTime';
  parts: readonly DatePart[];
}

/** `03` for `mar`, `marzo`, `Março`, or `March`; `undefined` for other text. */
export function monthNumber(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  if (!/^\p{L}{3,}\.?$/u.test(lower)) return undefined;
  const month = MONTHS.findIndex((starts) => starts.some((start) => lower.startsWith(start)));
  return month < 0 ? undefined : twoDigits(month + 1);
}

const VALUE = /^([^-]*)-([^-]*)-([^-]*)$/;

const twoDigits = (number: number) => String(number).padStart(2, '0');
const padded = (text: string) => (/^\d$/.test(text) ? `0${text}` : text);
const withoutHyphens = (text: string) => latinDigits(text).replaceAll('-', ' ').trim();

/**
 * Joins the inputs into a value: `1990-05-31` for a whole date. Empty inputs keep their place, as in
 * `1990--31`, so that drafts store unfinished dates.
 *
 * @returns `''` when every input is empty
 */
export function joinDate({ year, month, day }: TypedDate): string {
  const monthText = withoutHyphens(month);
  const parts = [
    withoutHyphens(year),
    monthNumber(monthText) ?? padded(monthText),
    padded(withoutHyphens(day.replaceAll(FILLERS, ' '))),
  ];
  return parts.every((part) => part === '') ? '' : parts.join('-');
}

/** The reverse of {@link joinDate}. Text in another form goes into the day, where it is visible. */
export function splitDate(value: string): TypedDate {
  const [, year, month, day] = VALUE.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined)
    return { year: '', month: '', day: value };
  return { year, month, day };
}

/** Why a value of {@link joinDate} is no date; `undefined` for a real date and for no value. */
export function dateFault(value: unknown): DateFault | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const typed = splitDate(value);
  const missing = DAY_FIRST.filter((part) => typed[part] === '');
  if (missing.length > 0) return { kind: 'missing', parts: missing };
  const wrong = DAY_FIRST.filter((part) => !IN_RANGE[part].test(typed[part]));
  if (wrong.length > 0) return { kind: wrong[0] === 'year' ? 'year' : 'wrong', parts: wrong };
  return isInMonth(typed) ? undefined : { kind: 'unreal', parts: ['day'] };
}

const IN_RANGE: Readonly<Record<DatePart, RegExp>> = {
  day: /^(?:0[1-9]|[12]\d|3[01])$/,
  month: /^(?:0[1-9]|1[0-2])$/,
  year: /^\d{4}$/,
};

/** Whether a text such as `2026-03-05`, whose year may have more digits, is a day. */
function isRealDay(text: string): boolean {
  const { day, month, year } = splitDate(text);
  return IN_RANGE.month.test(month) && IN_RANGE.day.test(day) && isInMonth({ day, month, year });
}

function isInMonth({ day, month, year }: TypedDate): boolean {
  // The calendar repeats itself after 400 years; `Date` reads those below 100 as 19xx, and ends in 275760.
  const lastDay = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0));
  return Number(day) <= lastDay.getUTCDate();
}

const ISO = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:T.*)?$/;
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/;
const DAY_NAME_YEAR = /^(\d{1,2})[- /]?(\p{L}+)[- /]?(\d{4})$/u;
const NAME_DAY_YEAR = /^(\p{L}+) (\d{1,2}) (\d{4})$/u;
/** Ordinal signs, prepositions, and commas: “1.º de mayo del 1990”, “May 1st, 1990”. */
const FILLERS =
  /(?<=\d)(?:\.?[ºª°]|o|st|nd|rd|th)(?![\p{L}\d])|(?<!\p{L})(?:del?|do)(?!\p{L})|[.,]/giu;

/**
 * Parses a whole date that was pasted or autofilled into one input: `31/05/1990`, `1990-05-31`,
 * `31.5.90`, `31 de mayo de 1990`, `May 31, 1990`. Two-digit years stay as they are, and fail
 * validation, because the century is unknown.
 *
 * @param isMonthFirst - whether `1/2/1990` is January 2
 */
export function parseWholeDate(text: string, isMonthFirst: boolean): TypedDate | undefined {
  // Most inputs are empty: compiling the patterns below can wait.
  if (!/\p{Nd}/u.test(text)) return undefined;
  const plain = latinDigits(text)
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([-/.]) ?/g, '$1');
  const [, isoYear, isoMonth, isoDay] = ISO.exec(plain) ?? [];
  if (isoYear && isoMonth && isoDay) return { day: isoDay, month: isoMonth, year: isoYear };
  const [, first, second, year] = NUMBERS.exec(plain) ?? [];
  if (!first || !second || !year) return parseNamedMonth(plain);
  const isSecondDay = Number(second) > 12 || (isMonthFirst && Number(first) <= 12);
  const [day, month] = isSecondDay ? [second, first] : [first, second];
  return { day, month, year };
}

function parseNamedMonth(text: string): TypedDate | undefined {
  const bare = text.replaceAll(FILLERS, ' ').replaceAll(/\s+/g, ' ').trim();
  const [, dayFirst, secondName] = DAY_NAME_YEAR.exec(bare) ?? [];
  const [, firstName, daySecond] = NAME_DAY_YEAR.exec(bare) ?? [];
  const month = monthNumber(secondName ?? firstName ?? '');
  const day = dayFirst ?? daySecond;
  return month && day ? { day, month, year: bare.slice(-4) } : undefined;
}

/** RFC 3339, with seconds or without. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):[0-5]\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const TIME = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d(?:\.\d+)?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
const ZONE = /(?:Z|[+-]\d\d:?(?:\d\d)?)$/i;

/** The space that may stand before a whole time. */
const SPACE = / (?=\d\d:\d\d:\d\d)/;

const DAY_MINUTES = 24 * 60;

/** A value that the browser's own input is filled in with partly. */
export const INCOMPLETE = '--:--';

/** The value of `<input type="datetime-local">`. The year has four digits or more. */
const LOCAL = /^(\d{4,}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::\d\d(?:\.\d+)?)?$/;

/** Other ways to write a moment, which the `pattern` of some generators demands: in UTC, then without a zone. */
const otherForms = (utc: string, local: string): string[] => {
  const fractions = ['', '.000', '.000000'];
  const inUtc = fractions.flatMap((each) => [`${utc}${each}Z`, `${utc}${each}+00:00`]);
  return [...inUtc, ...fractions.map((each) => local + each)];
};

/**
 * The values that `<input type="time">` stands for: RFC 3339 with the offset that the local time zone has today, in
 * UTC, then without a zone.
 */
export function timeValues(input: string): [string, ...string[]] {
  const time = withSeconds(input);
  const now = new Date();
  const utc = movedTime(time.slice(0, 5), now.getTimezoneOffset()) + time.slice(5);
  return [time + zoneOffset(now), ...otherForms(utc, time)];
}

/** The reverse of {@link timeValues}, in the local time zone; `''` for another value. */
export function timeInput(value: string): string {
  const [, time = '', sign, hours, minutes = 0] = TIME.exec(value) ?? [];
  if (time === '' || !ZONE.test(value)) return time;
  const offset = Number(`${sign ?? ''}1`) * (Number(hours ?? 0) * 60 + Number(minutes));
  return movedTime(time, -offset - new Date().getTimezoneOffset());
}

/** A time of day, such as `09:30`, and some minutes. */
function movedTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const total = (hour * 60 + minute + minutes) % DAY_MINUTES;
  const moved = (total + DAY_MINUTES) % DAY_MINUTES;
  return [Math.floor(moved / 60), moved % 60].map(twoDigits).join(':');
}

/** A time or a date-time with a zone, in the local time zone; other text as it is. */
export function inLocalZone(text: string): string {
  if (!ZONE.test(text)) return text;
  const dateTime = dateTimeInput(text);
  if (dateTime !== '') return dateTime + zoneOffset(new Date(text.replace(' ', 'T')));
  const time = timeInput(text);
  return time === '' ? text : time + zoneOffset(new Date());
}

/**
 * The values that `<input type="datetime-local">` stands for: RFC 3339 in the local time zone, in UTC, then without a
 * zone, each with a `T` and with a space. What is no moment, such as the year 26 or an hour that the clock skips, stays
 * as the input has it, so that it is shown again.
 */
export function dateTimeValues(input: string): [string, ...string[]] {
  const moment = new Date(input);
  const value = withSeconds(input) + zoneOffset(moment);
  const isReal = isYear(input) && dateTimeInput(value) === input.slice(0, MINUTES);
  if (!isReal) return [input];
  const utc = moment.toISOString().slice(0, -'.000Z'.length);
  const others = otherForms(utc, withSeconds(input));
  return [value, ...others, ...[value, ...others].map((each) => each.replace('T', ' '))];
}

/** The reverse of {@link dateTimeValues}, in the local time zone; `''` for another value. */
export function dateTimeInput(value: string): string {
  const [local = '', localDay] = LOCAL.exec(value.replace(SPACE, 'T')) ?? [];
  // An input shows no February 30, and milliseconds at most.
  if (localDay !== undefined)
    return isRealDay(localDay) ? local.replace(/:00\.0+$|(?<=\.\d{3})\d+$/, '') : '';
  const [, day = ''] = DATE_TIME.exec(value) ?? [];
  const moment = isRealDay(day) ? new Date(value.replace(' ', 'T')) : undefined;
  if (moment === undefined || Number.isNaN(moment.getTime())) return '';
  const year = String(moment.getFullYear()).padStart(4, '0');
  const monthAndDay = [moment.getMonth() + 1, moment.getDate()].map(twoDigits).join('-');
  return `${year}-${monthAndDay}T${[moment.getHours(), moment.getMinutes()].map(twoDigits).join(':')}`;
}

/** Why a value is no time; `undefined` for a valid one and for none. */
export function timeFault(value: unknown): DateFault | undefined {
  if (typeof value !== 'string' || value === '' || TIME.test(value)) return undefined;
  return { kind: 'time', parts: [] };
}

/** Why a value is no date-time; `undefined` for a valid one and for none. */
export function dateTimeFault(value: unknown): DateFault | undefined {
  if (typeof value !== 'string' || value === '' || DATE_TIME.test(value)) return undefined;
  const input = dateTimeInput(value);
  if (input === '') return { kind: 'dateTime', parts: [] };
  if (dateTimeValues(input).length > 1) return undefined;
  return isYear(value) ? { kind: 'skipped', parts: [] } : { kind: 'year', parts: ['year'] };
}

/** The length of a date-time up to its minutes. */
const MINUTES = '2026-03-05T09:30'.length;

/** Nobody means the years below 1000: the input makes `0026` of a typed 26. */
const isYear = (input: string) => /^[1-9]\d{3}-/.test(input);

const withSeconds = (input: string) => (/:\d\d:/.test(input) ? input : `${input}:00`);

function zoneOffset(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}
