import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dateTimeFault,
  joinDateTime,
  parseTime,
  splitDateTime,
  timeText,
  timeValue,
} from '../src/dates/date-time.ts';

// The zone of Lima, which has no summer time.
process.env['TZ'] = 'America/Lima';

for (const [text, time] of [
  ['21:30', '21:30'],
  ['9:30', '09:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9.30', '09:30'],
  ['21h30', '21:30'],
  ['9', '09:00'],
  ['21h', '21:00'],
  ['9:30 pm', '21:30'],
  ['9:30 p. m.', '21:30'],
  ['12:15 AM', '00:15'],
  ['12 pm', '12:00'],
  ['09:30:15', '09:30'],
  ['24:00', undefined],
  ['9:75', undefined],
  ['13 pm', undefined],
  ['later', undefined],
  ['', undefined],
] as const)
  test(`“${text}” is ${time ?? 'no time'}`, () => assert.equal(parseTime(text), time));

test('a time of day is told with the zone of the clock, and shown without', () => {
  assert.equal(timeValue('9:30'), '09:30:00-05:00');
  assert.equal(timeText('09:30:00-05:00'), '09:30');
  assert.equal(timeValue(' later '), 'later');
  assert.equal(timeText('later'), 'later');
});

const moment = (day: string, month: string, year: string, time: string) => ({
  day,
  month,
  year,
  time,
});

test('a moment is told with the zone of the clock', () => {
  const value = joinDateTime(moment('5', 'mar', '2026', '9:30'));
  assert.equal(value, '2026-03-05T09:30:00-05:00');
  assert.deepEqual(splitDateTime(value), moment('05', '03', '2026', '09:30'));
  assert.deepEqual(splitDateTime('2026-03-05T02:00:00Z'), moment('04', '03', '2026', '21:00'));
  assert.equal(dateTimeFault(value), undefined);
  assert.equal(joinDateTime(moment('', '', '', '')), '');
  assert.equal(dateTimeFault(''), undefined);
});

test('a moment half typed keeps its parts, and is told by those that lack', () => {
  for (const [parts, kind, wrong] of [
    [moment('5', '03', '2026', ''), 'missing', ['time']],
    [moment('', '', '', '9:30'), 'missing', ['year', 'month', 'day']],
    [moment('05', '03', '', '9:30'), 'missing', ['year']],
    [moment('31', '02', '2026', '9:30'), 'unreal', ['day']],
    [moment('05', '03', '2026', 'Tarde'), 'time', ['time']],
  ] as const) {
    const value = joinDateTime(parts);
    assert.deepEqual(dateTimeFault(value), { kind, parts: wrong }, value);
    assert.equal(splitDateTime(value).time, parts.time);
    assert.equal(splitDateTime(value).year, parts.year);
  }
});
