import { DATE_PARTS, dateFault, joinDate, splitDate, type DateFault } from './date-text.ts';
import type { TypedDate } from './date-text.ts';

/** A point in time as a person typed it, on their own clock. */
export type TypedMoment = TypedDate & { readonly time: string };

/** As {@link DateFault}; `time`: the time of day cannot be read. */
export type MomentFault =
  DateFault | { kind: 'missing' | 'time'; parts: readonly (keyof TypedMoment)[] };

const TIME = /^(\d{1,2})(?:[:.h ]?([0-5]\d)?(?::[0-5]\d)?)? ?h?s?$/i;
const TWELVE = /^(.*\d) ?([ap])\.? ?m\.?$/i;
const RFC_3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const RFC_TIME = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;

const two = (number: number) => String(number).padStart(2, '0');

/** A time of day as `21:30`, from `21:30`, `2130`, `21h30`, `9:30 pm`; `undefined` for other text. */
export function readTime(text: string): string | undefined {
  const plain = text.trim();
  const twelve = TWELVE.exec(plain);
  const [, hour = '', minute = '00'] = TIME.exec(split(twelve?.[1] ?? plain)) ?? [];
  if (hour === '' || Number(hour) > (twelve ? 12 : 23)) return undefined;
  const isAfternoon = twelve?.[2]?.toLowerCase() === 'p';
  return `${two(twelve ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour))}:${minute}`;
}

/** `930` is 9:30: a keyboard of digits has no colon. */
const split = (text: string) => text.replace(/^(\d{1,2})(\d\d)$/, '$1:$2');

/** What a time of day is as data: RFC 3339, in the zone of this clock; other text as it is. */
export function timeValue(text: string): string {
  const time = readTime(text);
  return time === undefined ? text.trim() : `${time}:00${zoneAt(new Date())}`;
}

/** A time of day as it is typed. */
export function timeText(value: string): string {
  return RFC_TIME.exec(value)?.[1] ?? value;
}

/** What is wrong with a time of day as data; `undefined` when nothing is, and for none at all. */
export function timeFault(value: unknown): MomentFault | undefined {
  const isRight = typeof value !== 'string' || value === '' || RFC_TIME.test(value);
  return isRight ? undefined : { kind: 'time', parts: ['time'] };
}

/** The moment as data: RFC 3339 once it is whole, in the zone of this clock; its parts until then. */
export function joinMoment({ time, ...date }: TypedMoment): string {
  const day = joinDate(date);
  const clock = readTime(time);
  if (day === '' && time.trim() === '') return '';
  if (day === '' || clock === undefined || dateFault(day)) return `${day || '--'}T${time.trim()}`;
  return `${day}T${clock}:00${zoneAt(new Date(`${day}T${clock}`))}`;
}

/** The parts of what {@link joinMoment} made; of a moment in another zone, those on this clock. */
export function splitMoment(value: string): TypedMoment {
  const moment = RFC_3339.test(value) ? new Date(value) : undefined;
  if (moment === undefined || Number.isNaN(moment.getTime())) {
    const [date, time] = cut(value);
    return { ...splitDate(date), time };
  }
  return {
    year: String(moment.getFullYear()).padStart(4, '0'),
    month: two(moment.getMonth() + 1),
    day: two(moment.getDate()),
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
  };
}

/** What is wrong with a moment as data; `undefined` for a real one, and for none at all. */
export function momentFault(value: unknown): MomentFault | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const [date, time] = cut(value);
  const fault = dateFault(date);
  const missing = DATE_PARTS.filter((part) => splitDate(date)[part] === '');
  if (time === '') return { kind: 'missing', parts: [...missing, 'time'] };
  if (missing.length > 0) return { kind: 'missing', parts: missing };
  return fault ?? (RFC_3339.test(value) ? undefined : { kind: 'time', parts: ['time'] });
}

function cut(value: string): [date: string, time: string] {
  const end = value.indexOf('T');
  return end < 0 ? [value, ''] : [value.slice(0, end), value.slice(end + 1)];
}

function zoneAt(moment: Date): string {
  const minutes = -moment.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
