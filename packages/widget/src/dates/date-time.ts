import {
  DATE_PARTS,
  dateFault,
  type DateFault,
  joinDate,
  splitDate,
  type TypedDate,
} from './date.ts';

/** A date and a local time as typed into their inputs. */
export type TypedDateTime = TypedDate & { readonly time: string };

/** As {@link DateFault}; `time`: the time of day is not readable. */
export type DateTimeFault =
  DateFault | { kind: 'missing' | 'time'; parts: readonly (keyof TypedDateTime)[] };

const TIME = /^(\d{1,2})(?:[:.h ]?([0-5]\d)?(?::[0-5]\d)?)? ?h?s?$/i;
const TWELVE_HOUR = /^(.*\d) ?([ap])\.? ?m\.?$/i;
const RFC_3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const RFC_TIME = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;

const twoDigits = (number: number) => String(number).padStart(2, '0');

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
export function timeFault(value: unknown): DateTimeFault | undefined {
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
export function dateTimeFault(value: unknown): DateTimeFault | undefined {
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
  fault: (value: unknown) => DateTimeFault | undefined;
}

export const DATE_FORMATS: Readonly<Record<'date' | 'date-time', DateFormat>> = {
  date: {
    join: joinDate,
    split: (value) => ({ ...splitDate(value), time: '' }),
    fault: dateFault,
  },
  'date-time': { join: joinDateTime, split: splitDateTime, fault: dateTimeFault },
};
