import { monthNumber } from './month-number.ts';

/** The parts of a date, in the order of ISO 8601. */
export const DATE_PARTS = ['year', 'month', 'day'] as const;
export type DatePart = (typeof DATE_PARTS)[number];

/** A date as a person typed it: blanks, words and half a year are possible. */
export type TypedDate = Readonly<Record<DatePart, string>>;

/**
 * What keeps a text from being a date. `missing` parts were left empty · `year` is not of four digits ·
 * `unreal` there is no such day. `parts` are those to correct.
 */
export interface DateFault {
  kind: 'missing' | 'year' | 'unreal';
  parts: readonly DatePart[];
}

const NOTHING: TypedDate = { year: '', month: '', day: '' };
const VALUE = /^([^-]*)-([^-]*)-([^-]*)$/;

const twoDigits = (text: string) => (/^\d$/.test(text) ? `0${text}` : text);
/** The sign that separates the parts is none of a part. */
const bare = (text: string) => text.replaceAll('-', ' ').trim();

/**
 * The date as data: `1990-05-31` once it is whole. A date that is not keeps its place in between, as
 * `1990--31`, so that nothing typed is lost wherever data is kept.
 *
 * @returns `''` when nothing was typed
 */
export function joinDate({ year, month, day }: TypedDate): string {
  const monthText = bare(month);
  const parts = [bare(year), monthNumber(monthText) ?? twoDigits(monthText), twoDigits(bare(day))];
  return parts.every((part) => part === '') ? '' : parts.join('-');
}

/** The parts of what {@link joinDate} made; any other text is the day, so that it can be seen. */
export function splitDate(value: string): TypedDate {
  const [, year, month, day] = VALUE.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined)
    return { ...NOTHING, day: value };
  return { year, month, day };
}

/** What is wrong with a date as data; `undefined` for a real one, and for none at all. */
export function dateFault(value: unknown): DateFault | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const typed = splitDate(value);
  const missing = DATE_PARTS.filter((part) => typed[part] === '');
  if (missing.length > 0) return { kind: 'missing', parts: missing };
  if (/^(\d{1,3}|\d{5,})$/.test(typed.year)) return { kind: 'year', parts: ['year'] };
  const unreal = unrealPart(typed);
  return unreal && { kind: 'unreal', parts: [unreal] };
}

function unrealPart({ year, month, day }: TypedDate): DatePart | undefined {
  if (!/^\d{4}$/.test(year)) return 'year';
  if (!/^(0[1-9]|1[0-2])$/.test(month)) return 'month';
  return /^\d\d$/.test(day) && isInMonth(Number(day), month, year) ? undefined : 'day';
}

function isInMonth(day: number, month: string, year: string): boolean {
  const last = new Date(0);
  // Years below 100 mean the last century to the constructor, hence the setter.
  last.setUTCFullYear(Number(year), Number(month), 0);
  return day >= 1 && day <= last.getUTCDate();
}
