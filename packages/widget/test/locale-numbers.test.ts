import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeNumbers } from '../src/form/fields/locale-numbers.ts';
import tables from './tables/numbers.json' with { type: 'json' };

const peru = localeNumbers('es-PE', null);
const brazil = localeNumbers('pt-BR', null);

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
  assert.equal(peru.format(1000), '1,000');
  assert.equal(brazil.format(1000), '1.000');
  assert.equal(localeNumbers('es-CL', 'PE').format(10_000), '10.000');
  assert.equal(localeNumbers('es', 'PE').format(10_000.5), '10,000.5');
  assert.equal(localeNumbers('es', 'AR').format(10_000.5), '10.000,5');
  assert.equal(localeNumbers('not a tag', null).format(1), '1');
  assert.equal(localeNumbers('ar-EG', null).format(25), '٢٥');
  assert.equal(localeNumbers('es-PE-u-nu-arab', null).format(25), '٢٥');
});

test('formats numbers in fields without grouping', () => {
  assert.equal(peru.formatPlain(2015), '2015');
  assert.equal(peru.formatPlain(-0), '0');
  assert.equal(localeNumbers('ar-EG', null).formatPlain(-0), '٠');
  assert.equal(peru.formatPlain(1234.56), '1234.56');
  assert.equal(brazil.formatPlain(1234.56), '1234,56');
});
