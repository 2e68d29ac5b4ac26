import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeNumbers } from '../src/form/fields/locale-numbers.ts';

const peru = localeNumbers('es-PE', null);
const brazil = localeNumbers('pt-BR', null);
const costaRica = localeNumbers('es-CR', null);

test('parses numbers with any separators', () => {
  for (const numbers of [peru, brazil, costaRica]) {
    const read = (text: string) => numbers.parse(text, false);
    assert.equal(read('1.234,56'), 1234.56);
    assert.equal(read('1,234.56'), 1234.56);
    assert.equal(read('1 234'), 1234);
    assert.equal(read('12\u00a0345\u202f678,5'), 12345678.5);
    assert.equal(read("1'234.5"), 1234.5);
    assert.equal(read('1.234.567'), 1234567);
    assert.equal(read('1,234,567'), 1234567);
    assert.equal(read('3,5'), 3.5);
    assert.equal(read('9.5'), 9.5);
    assert.equal(read('0.125'), 0.125);
    assert.equal(read('0,125'), 0.125);
    assert.equal(read('1234,567'), 1234.567);
    assert.equal(read(' −12 '), -12);
    assert.equal(read('+7'), 7);
    assert.equal(read(',5'), 0.5);
    assert.equal(read('5,'), 5);
    assert.equal(read('１２'), 12);
    assert.equal(read('007'), 7);
  }
});

test('resolves ambiguous separators by locale; in integers they are thousands', () => {
  assert.equal(peru.parse('1,234', false), 1234);
  assert.equal(peru.parse('1.234', false), 1.234);
  assert.equal(brazil.parse('1.234', false), 1234);
  assert.equal(brazil.parse('1,234', false), 1.234);
  assert.equal(costaRica.parse('1.234', false), 1234);
  for (const text of ['1.234', '1,234']) {
    assert.equal(peru.parse(text, true), 1234);
    assert.equal(brazil.parse(text, true), 1234);
  }
});

test('ignores a currency sign', () => {
  for (const text of ['S/ 1,234.50', 'S/.1,234.50', 'R$ 1.234,50', 'US$1 234.50', '1.234,50 €'])
    assert.equal(peru.parse(text, false), 1234.5, text);
  for (const text of ['R$ 1.200', 's/ 1,200', '1.200 €']) {
    assert.equal(peru.parse(text, false), 1200, text);
    assert.equal(brazil.parse(text, false), 1200, text);
  }
  assert.equal(brazil.parse('-R$ 5', true), -5);
  assert.equal(brazil.parse('$-5', true), -5);
  assert.equal(peru.parse('$', false), undefined);
  assert.equal(peru.parse('5 $ 3', false), undefined);
});

test('does not parse other text', () => {
  for (const text of [
    '',
    'old',
    '12 34',
    '1,23.456,7',
    '1.2.3',
    '1e5',
    '12 abc',
    '.',
    '-',
    '1,2,3',
  ])
    assert.equal(peru.parse(text, false), undefined, text);
});

test('keeps the digits of numbers that would be rounded', () => {
  assert.equal(peru.parse('9007199254740993', true), '9007199254740993');
  assert.equal(peru.parse('12345678901234567890', true), '12345678901234567890');
  assert.equal(peru.parse('9007199254740991', true), 9007199254740991);
  assert.equal(peru.parse('0.1234567890123456789', false), '0.1234567890123456789');
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
