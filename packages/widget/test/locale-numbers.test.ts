import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeNumbers } from '../src/form/fields/locale-numbers.ts';
import formats from './tables/number-formats.json' with { type: 'json' };
import tables from './tables/numbers.json' with { type: 'json' };

interface Format {
  tag: string;
  country?: string;
  number: number;
  text: string;
}

interface Table {
  name: string;
  tags: string[];
  isInteger?: boolean;
  /** Without a number: the text is none. */
  cases: [text: string, parsed?: number | string][];
}

for (const { name, tags, isInteger = false, cases } of tables as unknown as Table[])
  for (const tag of tags)
    test(`${tag}: ${name}${isInteger ? ', in an integer' : ''}`, () => {
      const numbers = localeNumbers(tag, null);
      for (const [text, parsed] of cases)
        assert.equal(numbers.parse(text, isInteger), parsed, text);
    });

test('formats numbers for the region of the tag, else of the country', () => {
  for (const { tag, country, number, text } of formats.grouped as Format[])
    assert.equal(localeNumbers(tag, country ?? null).format(number), text);
});

test('formats numbers in fields without grouping', () => {
  for (const { tag, number, text } of formats.plain)
    assert.equal(localeNumbers(tag, null).formatPlain(number), text);
});
