import NAMES from '../i18n/known-names.build.ts';

/** The inputs of a date, in ISO 8601 order, and that of a time. */
const DATE_PARTS = ['year', 'month', 'day'] as const;
type DatePart = (typeof DATE_PARTS)[number];
type DateTimePart = DatePart | 'time';

/** A date as typed into its inputs, which may be empty, words, or out of range. */
export type TypedDate = Readonly<Record<DatePart, string>>;
/** With the local time as typed. */
export type TypedDateTime = Readonly<Record<DateTimePart, string>>;

/** Why a value is no date, no date-time, or no time. `parts` lists the inputs to correct. */
export interface DateFault {
  /** `missing`: inputs are empty · `year`: not four digits · `unreal`: no such day · `time`: no such time. */
  kind: 'missing' | 'year' | 'unreal' | 'time';
  parts: readonly DateTimePart[];
}

/** `03` for `mar`, `marzo`, `Março`, or `March`; `undefined` for other text. */
export function monthNumber(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  if (!/^\p{L}{3,}\.?$/u.test(lower)) return undefined;
  const month = NAMES.months.findIndex((starts) => starts.some((start) => lower.startsWith(start)));
  return month < 0 ? undefined : twoDigits(month + 1);
}

const VALUE = /^([^-]*)-([^-]*)-([^-]*)$/;

const twoDigits = (number: number) => String(number).padStart(2, '0');
const padded = (text: string) => (/^\d$/.test(text) ? `0${text}` : text);
const withoutHyphens = (text: string) => text.replaceAll('-', ' ').trim();

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
    padded(withoutHyphens(day)),
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
  const missing = DATE_PARTS.filter((part) => typed[part] === '');
  if (missing.length > 0) return { kind: 'missing', parts: missing };
  if (/^(\d{1,3}|\d{5,})$/.test(typed.year)) return { kind: 'year', parts: ['year'] };
  const wrong = impossiblePart(typed);
  return wrong && { kind: 'unreal', parts: [wrong] };
}

function impossiblePart({ year, month, day }: TypedDate): DatePart | undefined {
  if (!/^\d{4}$/.test(year)) return 'year';
  if (!/^(0[1-9]|1[0-2])$/.test(month)) return 'month';
  return /^\d\d$/.test(day) && isInMonth(Number(day), month, year) ? undefined : 'day';
}

function isInMonth(day: number, month: string, year: string): boolean {
  const lastDay = new Date(0);
  // The Date constructor reads years below 100 as 19xx; the setter does not.
  lastDay.setUTCFullYear(Number(year), Number(month), 0);
  return day >= 1 && day <= lastDay.getUTCDate();
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
  if (!/\d/.test(text)) return undefined;
  const plain = text
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

const TIME = /^(\d{1,2})(?:[:.h ]?([0-5]\d)?(?::[0-5]\d)?)? ?h?s?$/i;
const TWELVE_HOUR = /^(.*\d) ?([ap])\.? ?m\.?$/i;
const RFC_3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const RFC_TIME = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;

/** `21:30` for `21:30`, `2130`, `21h30`, or `9:30 pm`; `undefined` for other text. */
export function parseTime(text: string): string | undefined {
  const plain = text.trim();
  const twelve = TWELVE_HOUR.exec(plain);
  const [, hour = '', minute = '00'] = TIME.exec(withColon(twelve?.[1] ?? plain)) ?? [];
  if (hour === '' || Number(hour) > (twelve ? 12 : 23)) return undefined;
  const isAfternoon = twelve?.[2]?.toLowerCase() === 'p';
  const hours = twelve ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  return `${twoDigits(hours)}:${minute}`;
}

/** `930` means 9:30: a numeric keyboard has no colon. */
const withColon = (text: string) => text.replace(/^(\d{1,2})(\d\d)$/, '$1:$2');

/** A time of day as RFC 3339 in the local time zone; other text unchanged. */
export function timeValue(text: string): string {
  const time = parseTime(text);
  return time === undefined ? text.trim() : `${time}:00${zoneOffset(new Date())}`;
}

/** The reverse of {@link timeValue}. */
export function timeText(value: string): string {
  return RFC_TIME.exec(value)?.[1] ?? value;
}

/** Why a value is no time of day; `undefined` for a valid one and for no value. */
export function timeFault(value: unknown): DateFault | undefined {
  const isValid = typeof value !== 'string' || value === '' || RFC_TIME.test(value);
  return isValid ? undefined : { kind: 'time', parts: ['time'] };
}

/** RFC 3339 in the local time zone once it is whole; until then the inputs, joined by `T`. */
export function joinDateTime({ time, ...date }: TypedDateTime): string {
  const day = joinDate(date);
  const clock = parseTime(time);
  if (day === '' && time.trim() === '') return '';
  if (day === '' || clock === undefined || dateFault(day)) return `${day || '--'}T${time.trim()}`;
  return `${day}T${clock}:00${zoneOffset(new Date(`${day}T${clock}`))}`;
}

/** The reverse of {@link joinDateTime}; a value in another time zone is shown in the local one. */
export function splitDateTime(value: string): TypedDateTime {
  const dateTime = RFC_3339.test(value) ? new Date(value) : undefined;
  if (dateTime === undefined || Number.isNaN(dateTime.getTime())) {
    const [date, time] = splitAtT(value);
    return { ...splitDate(date), time };
  }
  return {
    year: String(dateTime.getFullYear()).padStart(4, '0'),
    month: twoDigits(dateTime.getMonth() + 1),
    day: twoDigits(dateTime.getDate()),
    time: `${twoDigits(dateTime.getHours())}:${twoDigits(dateTime.getMinutes())}`,
  };
}

/** Why a value of {@link joinDateTime} is no date-time; `undefined` for a real one and for none. */
export function dateTimeFault(value: unknown): DateFault | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const [date, time] = splitAtT(value);
  const missing = DATE_PARTS.filter((part) => splitDate(date)[part] === '');
  if (time === '') return { kind: 'missing', parts: [...missing, 'time'] };
  if (missing.length > 0) return { kind: 'missing', parts: missing };
  return dateFault(date) ?? (RFC_3339.test(value) ? undefined : { kind: 'time', parts: ['time'] });
}

function splitAtT(value: string): [date: string, time: string] {
  const end = value.indexOf('T');
  return end < 0 ? [value, ''] : [value.slice(0, end), value.slice(end + 1)];
}

function zoneOffset(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** Converts between the inputs of a date and its value. */
export interface DateFormat {
  /** `''` when every input is empty. */
  join: (typed: TypedDateTime) => string;
  split: (value: string) => TypedDateTime;
  /** Why a value is not valid, whatever the schema says; `undefined` when it is. */
  fault: (value: unknown) => DateFault | undefined;
}

export const DATE_FORMATS: Readonly<Record<'date' | 'date-time', DateFormat>> = {
  date: {
    join: joinDate,
    split: (value) => ({ ...splitDate(value), time: '' }),
    fault: dateFault,
  },
  'date-time': { join: joinDateTime, split: splitDateTime, fault: dateTimeFault },
};
