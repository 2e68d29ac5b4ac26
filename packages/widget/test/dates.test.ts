import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dateFault,
  dateTimeInput,
  dateTimeValue,
  INCOMPLETE,
  joinDate,
  monthNumber,
  parseWholeDate,
  splitDate,
  timeFault,
  timeInput,
  timeValue,
} from '../src/dates/date.ts';

const typed = (day: string, month: string, year: string) => ({ day, month, year });

test('joins a whole date as ISO 8601', () => {
  assert.equal(joinDate(typed('5', '3', '1990')), '1990-03-05');
  assert.equal(joinDate(typed(' 31 ', ' mayo', '1990')), '1990-05-31');
  assert.equal(joinDate(typed('', ' ', '')), '');
});

test('keeps an unfinished date, and splits it again', () => {
  for (const parts of [
    typed('31', '', '1990'),
    typed('31', '05', ''),
    typed('', '', '90'),
    typed('el último', 'de', 'año'),
  ])
    assert.deepEqual(splitDate(joinDate(parts)), parts);
});

test('shows other text in the day', () => {
  assert.deepEqual(splitDate('soon'), typed('soon', '', ''));
});

test('names the parts of a date that are wrong', () => {
  const fault = (day: string, month: string, year: string) =>
    dateFault(joinDate(typed(day, month, year)));
  assert.deepEqual(fault('31', '5', ''), { kind: 'missing', parts: ['year'] });
  assert.deepEqual(fault('', '', '1990'), { kind: 'missing', parts: ['month', 'day'] });
  assert.deepEqual(fault('31', '5', '90'), { kind: 'year', parts: ['year'] });
  assert.deepEqual(fault('31', '2', '1990'), { kind: 'unreal', parts: ['day'] });
  assert.deepEqual(fault('29', '2', '1900'), { kind: 'unreal', parts: ['day'] });
  assert.deepEqual(fault('0', '2', '1990'), { kind: 'unreal', parts: ['day'] });
  assert.deepEqual(fault('1', '13', '1990'), { kind: 'unreal', parts: ['month'] });
  assert.deepEqual(fault('1', 'x', '1990'), { kind: 'unreal', parts: ['month'] });
  assert.deepEqual(fault('1', '1', 'MCMXC'), { kind: 'unreal', parts: ['year'] });
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

for (const [text, day, month, year] of [
  ['31/05/1990', '31', '05', '1990'],
  [' 31 / 5 / 1990 ', '31', '5', '1990'],
  ['1990-05-31', '31', '05', '1990'],
  ['1990-05-31T00:00:00Z', '31', '05', '1990'],
  ['31.5.90', '31', '5', '90'],
  ['31-05-1990', '31', '05', '1990'],
  ['05/31/1990', '31', '05', '1990'],
  ['4/5/1990', '4', '5', '1990'],
  ['31 de mayo de 1990', '31', '05', '1990'],
  ['31 de Maio de 1990', '31', '05', '1990'],
  ['1º de março de 1990', '1', '03', '1990'],
  ['31-may-1990', '31', '05', '1990'],
  ['31 MAY 1990', '31', '05', '1990'],
  ['May 31, 1990', '31', '05', '1990'],
  ['1.º de mayo del 1990', '1', '05', '1990'],
  ['May 1st, 1990', '1', '05', '1990'],
  ['31may1990', '31', '05', '1990'],
  ['5 de setiembre del 1990', '5', '09', '1990'],
] as const)
  test(`reads “${text}”`, () => {
    assert.deepEqual(parseWholeDate(text, false), typed(day, month, year));
  });

test('reads the month first where the locale does', () => {
  assert.deepEqual(parseWholeDate('4/5/1990', true), typed('5', '4', '1990'));
  assert.deepEqual(parseWholeDate('31/5/1990', true), typed('31', '5', '1990'));
});

for (const text of ['31', '', '31/05', '31/05/1', '1/2/3/4', '31 de nada de 1990', '31051990'])
  test(`does not read “${text}” as a whole date`, () =>
    assert.equal(parseWholeDate(text, false), undefined));

// The zone of Lima, which has no summer time.
process.env['TZ'] = 'America/Lima';

test('sends a time with the local time zone, and shows it without', () => {
  assert.equal(timeValue('09:30'), '09:30:00-05:00');
  assert.equal(timeInput('09:30:00-05:00'), '09:30');
  assert.equal(timeInput('09:30:15Z'), '09:30');
  assert.equal(timeInput('later'), '');
});

test('sends a date-time with the local time zone, and shows it in that zone', () => {
  assert.equal(dateTimeValue('2026-03-05T09:30'), '2026-03-05T09:30:00-05:00');
  assert.equal(dateTimeInput('2026-03-05T09:30:00-05:00'), '2026-03-05T09:30');
  assert.equal(dateTimeInput('2026-03-05T02:00:00Z'), '2026-03-04T21:00');
  assert.equal(dateTimeInput('2026-03-05'), '');
});

test('a time that is filled in partly is a fault', () => {
  for (const valid of ['', undefined, '09:30:00-05:00', '2026-03-05T09:30:00Z'])
    assert.equal(timeFault(valid), undefined);
  assert.equal(timeFault(INCOMPLETE)?.kind, 'incomplete');
  assert.equal(timeFault('tomorrow')?.kind, 'incomplete');
});
