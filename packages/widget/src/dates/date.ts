/** The fields of a date, in ISO 8601 order. */
export const DATE_PARTS = ['year', 'month', 'day'] as const;
export type DatePart = (typeof DATE_PARTS)[number];

/** A date as typed into its three inputs: fields may be empty, words, or out of range. */
export type TypedDate = Readonly<Record<DatePart, string>>;

/** Why a value is not a date. `parts` lists the inputs to correct. */
export interface DateFault {
  /** `missing`: inputs are empty · `year`: not four digits · `unreal`: no such day. */
  kind: 'missing' | 'year' | 'unreal';
  parts: readonly DatePart[];
}

/** The first letters of each month in Spanish, Portuguese, and English. */
const MONTHS = [
  ['ene', 'jan'],
  ['feb', 'fev'],
  ['mar'],
  ['abr', 'apr'],
  ['may', 'mai'],
  ['jun'],
  ['jul'],
  ['ago', 'aug'],
  ['set', 'sep'],
  ['oct', 'out'],
  ['nov'],
  ['dic', 'dez', 'dec'],
];

/** `03` for `mar`, `marzo`, `Março`, or `March`; `undefined` for other text. */
export function monthNumber(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  if (!/^\p{L}{3,}\.?$/u.test(lower)) return undefined;
  const month = MONTHS.findIndex((starts) => starts.some((start) => lower.startsWith(start)));
  return month < 0 ? undefined : String(month + 1).padStart(2, '0');
}

const VALUE = /^([^-]*)-([^-]*)-([^-]*)$/;

const twoDigits = (text: string) => (/^\d$/.test(text) ? `0${text}` : text);
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
    monthNumber(monthText) ?? twoDigits(monthText),
    twoDigits(withoutHyphens(day)),
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
  const iso = ISO.exec(plain);
  if (iso) return dateOf(iso[3], iso[2], iso[1]);
  const numbers = NUMBERS.exec(plain);
  if (numbers) return fromNumbers(numbers, isMonthFirst);
  const bare = plain.replaceAll(FILLERS, ' ').replaceAll(/\s+/g, ' ').trim();
  const dayFirst = DAY_NAME_YEAR.exec(bare);
  if (dayFirst) return fromNamedMonth(dayFirst[1], dayFirst[2], dayFirst[3]);
  const monthFirst = NAME_DAY_YEAR.exec(bare);
  return monthFirst ? fromNamedMonth(monthFirst[2], monthFirst[1], monthFirst[3]) : undefined;
}

function fromNumbers([, first = '', second = '', year]: RegExpExecArray, isMonthFirst: boolean) {
  const isSecondDay = Number(second) > 12 || (isMonthFirst && Number(first) <= 12);
  return isSecondDay ? dateOf(second, first, year) : dateOf(first, second, year);
}

function fromNamedMonth(day?: string, name?: string, year?: string): TypedDate | undefined {
  const month = monthNumber(name ?? '');
  return month === undefined ? undefined : dateOf(day, month, year);
}

function dateOf(day = '', month = '', year = ''): TypedDate {
  return { day, month, year };
}
