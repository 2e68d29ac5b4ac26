import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  dateFault,
  dateTimeFault,
  dateTimeInput,
  dateTimeValues,
  INCOMPLETE,
  inLocalZone,
  joinDate,
  monthNumber,
  parseWholeDate,
  splitDate,
  timeFault,
  timeInput,
  timeValues,
} from '../src/dates/date.ts';
import { longDate } from '../src/form/fields/options.ts';
import dates from './tables/dates.json' with { type: 'json' };

const typed = ([day = '', month = '', year = '']: readonly string[]) => ({ day, month, year });

test('joins a whole date as ISO 8601', () => {
  for (const [day = '', month = '', year = '', joined] of dates.joined)
    assert.equal(joinDate({ day, month, year }), joined);
});

test('keeps an unfinished date, and splits it again', () => {
  for (const parts of dates.unfinished)
    assert.deepEqual(splitDate(joinDate(typed(parts))), typed(parts));
});

test('shows other text in the day', () => {
  assert.deepEqual(splitDate('soon'), typed(['soon']));
});

for (const { parts, kind, wrong } of dates.faults)
  test(`${parts.join(' ')} is a date whose ${wrong.join(' and ')} is ${kind}`, () => {
    assert.deepEqual(dateFault(joinDate(typed(parts))), { kind, parts: wrong });
  });

test('finds no fault in real dates and empty values', () => {
  for (const date of ['1990-05-31', '2000-02-29', '2024-02-29', '0050-12-31', '', undefined, 7])
    assert.equal(dateFault(date), undefined, String(date));
});

test('reads month names in Spanish, Portuguese, and English', () => {
  const languages = ['es', 'pt', 'en'];
  for (let month = 0; month < 12; month += 1)
    for (const language of languages)
      for (const style of ['long', 'short'] as const) {
        const options = { month: style, timeZone: 'UTC' } as const;
        const name = new Intl.DateTimeFormat(language, options).format(Date.UTC(2020, month, 15));
        assert.equal(Number(monthNumber(name)), month + 1, name);
        assert.equal(Number(monthNumber(name.toUpperCase())), month + 1, name);
      }
  for (const none of ['ma', '3', 'mxr', 'viernes', '']) assert.equal(monthNumber(none), undefined);
});

for (const isMonthFirst of [false, true])
  for (const [text = '', ...parts] of isMonthFirst ? dates.wholeMonthFirst : dates.whole)
    test(`reads “${text}”${isMonthFirst ? ' with the month first' : ''}: ${parts.join('-') || 'no date'}`, () => {
      const expected = parts.length === 0 ? undefined : typed(parts);
      assert.deepEqual(parseWholeDate(text, isMonthFirst), expected);
    });

// The zone of Lima, which has no summer time.
process.env['TZ'] = 'America/Lima';

test('sends a time with the local time zone, and shows it in that zone', () => {
  assert.equal(timeValues('09:30')[0], '09:30:00-05:00');
  for (const [time = '', shown] of dates.times) assert.equal(timeInput(time), shown);
});

test('sends a date-time with the local time zone, and shows it in that zone', () => {
  assert.equal(dateTimeValues('2026-03-05T09:30')[0], '2026-03-05T09:30:00-05:00');
  for (const [time = '', shown] of dates.dateTimes) assert.equal(dateTimeInput(time), shown);
});

test('a moment as text has the local time zone, with the offset that it has then', () => {
  for (const [zone, text = '', local] of dates.local) {
    process.env['TZ'] = zone;
    assert.equal(inLocalZone(text), local, zone);
  }
  process.env['TZ'] = 'America/Lima';
});

test('a moment reads the same on a server and where the local time zone is UTC', () => {
  process.env['TZ'] = 'Europe/London';
  for (const isLocal of [false, true]) {
    for (const zone of ['Z', '+00:00', '-00:00'])
      assert.equal(
        longDate(`2026-03-06T03:30:00${zone}`, 'en', isLocal),
        'March 6, 2026, 03:30 (UTC)',
      );
    assert.equal(
      longDate('2026-07-06T03:30:00+01:00', 'en', isLocal),
      'July 6, 2026, 03:30 (UTC+01:00)',
    );
  }
  process.env['TZ'] = 'America/Lima';
});

test('a time and a date-time can also be sent in UTC or without a zone, for patterns that demand it', () => {
  const ends = ['', '.000', '.000000'].flatMap((fraction) =>
    ['Z', '+00:00'].map((zone) => `00:30:00${fraction}${zone}`),
  );
  const local = ['19:30:00', '19:30:00.000', '19:30:00.000000'];
  assert.deepEqual(timeValues('19:30').slice(1), [...ends, ...local]);
  const moments = [
    '2026-12-31T19:30:00-05:00',
    ...ends.map((end) => `2027-01-01T${end}`),
    ...local.map((time) => `2026-12-31T${time}`),
  ];
  const spaced = moments.map((moment) => moment.replace('T', ' '));
  assert.deepEqual(dateTimeValues('2026-12-31T19:30'), [...moments, ...spaced]);
});

test('every way to write a time returns to the input as it was typed', () => {
  for (const zone of ['America/Lima', 'America/St_Johns', 'Asia/Kathmandu', 'UTC']) {
    process.env['TZ'] = zone;
    for (const input of ['00:00', '09:30', '23:59'])
      assert.deepEqual(new Set(timeValues(input).map(timeInput)), new Set([input]), zone);
  }
  process.env['TZ'] = 'America/Lima';
});

test('a time that is filled in partly is a fault', () => {
  for (const valid of ['', undefined, '09:30:00-05:00', '09:30'])
    assert.equal(timeFault(valid), undefined);
  assert.equal(timeFault(INCOMPLETE)?.kind, 'time');
  assert.equal(timeFault('tomorrow')?.kind, 'time');
  for (const valid of ['', undefined, '2026-03-05T09:30:00Z'])
    assert.equal(dateTimeFault(valid), undefined);
  assert.equal(dateTimeFault(INCOMPLETE)?.kind, 'dateTime');
});

test('a date-time that cannot be sent stays as it was typed, and says what is wrong', () => {
  for (const [zone, input = '', kind] of dates.unsendable) {
    process.env['TZ'] = zone;
    const [value] = dateTimeValues(input);
    assert.equal(dateTimeInput(value), input);
    assert.equal(dateTimeFault(value)?.kind, kind, input);
  }
});

test('every date-time returns to the input as it was typed', () => {
  const whole = (min: number, max: number, length = 2) =>
    fc.integer({ min, max }).map((number) => String(number).padStart(length, '0'));
  const years = fc.oneof(whole(0, 99, 4), whole(1900, 2100), whole(10_000, 275_760));
  const parts = fc.tuple(years, whole(1, 12), whole(1, 28), whole(0, 23), whole(0, 59));
  for (const zone of [
    'America/Lima',
    'America/New_York',
    'America/Caracas',
    'Asia/Kathmandu',
    'UTC',
  ]) {
    process.env['TZ'] = zone;
    fc.assert(
      fc.property(parts, ([year, month, day, hour, minute]) => {
        const input = `${year}-${month}-${day}T${hour}:${minute}`;
        const [value] = dateTimeValues(input);
        assert.equal(dateTimeInput(value), input);
        const isReal = /(?:Z|[+-]\d\d:\d\d)$/.test(value);
        assert.equal(dateTimeFault(value) === undefined, isReal, value);
        for (const each of isReal ? dateTimeValues(input) : []) {
          // Without a zone, the seconds stay.
          assert.ok(`${input}:00`.startsWith(dateTimeInput(each)), each);
          assert.equal(dateTimeFault(each), undefined, each);
        }
      }),
      // The last month that a `Date` knows a part of.
      { examples: [[['275760', '09', '01', '00', '00']]] },
    );
  }
});

test('whatever is typed into the inputs of a date is shown again, or is a fault', () => {
  const texts = fc.oneof(
    fc.constantFrom(
      '',
      '1',
      '31',
      '45',
      'mayo',
      'MCMXC',
      '26',
      '1990',
      '20261',
      '１２',
      '1.º',
      ' 5 ',
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(texts, texts, texts, (day, month, year) => {
      const value = joinDate({ day, month, year });
      const isBlank = [day, month, year].every((part) => part.replaceAll('-', '').trim() === '');
      if (value === '') assert.ok(isBlank);
      else assert.equal(joinDate(splitDate(value)), value);
      if (value !== '' && dateFault(value) === undefined) assert.match(value, /^\d{4}-\d\d-\d\d$/);
    }),
  );
});
