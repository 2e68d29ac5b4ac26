import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChoices, toCities } from '../src/combobox/choices.ts';
import { cityFormat, countryOf } from '../src/form/fields/parsing.ts';

const cities = toCities([
  { locode: 'PEAQP', name: 'Arequipa' },
  { locode: 'PECLL', name: 'Callao' },
  { locode: 'PEHUU', name: 'Huánuco' },
  { locode: 'PELIM', name: 'Lima' },
  { locode: 'PEMOL', name: 'La Molina' },
  { locode: 'PESJ1', name: 'San José' },
  { locode: 'PESJ2', name: 'San Jose' },
]);
const found = (text: string) => findChoices(cities.choices, text).map((choice) => choice.text);

test('ranks choices: beginning, beginning of a word, anywhere', () => {
  assert.deepEqual(found('l'), ['Lima', 'La Molina', 'Callao']);
  assert.deepEqual(found('li'), ['Lima', 'La Molina']);
  assert.deepEqual(found('mol'), ['La Molina']);
  assert.equal(found('').length, 7);
  assert.deepEqual(found('xyz'), []);
});

test('ignores accents and case', () => {
  assert.deepEqual(found('HUANUCO'), ['Huánuco']);
  assert.deepEqual(found('hua'), ['Huánuco']);
});

test('finds a city by its code, with or without the country', () => {
  for (const text of ['PE AQP', 'peaqp', 'aqp', 'PE-AQP'])
    assert.deepEqual(found(text), ['Arequipa']);
});

test('limits the number of results', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => ({ text: `City ${n}` }));
  assert.equal(findChoices(many, 'city').length, 100);
});

test('sends the code of a city in the form that the schema accepts, and shows its name', () => {
  const read = (text: string, pattern: RegExp) =>
    cityFormat(cities).parse(text, (each) => pattern.test(each));
  for (const text of ['Lima', 'LIMA ', 'pelim', 'PE LIM']) {
    assert.equal(read(text, /./), 'PE LIM');
    assert.equal(read(text, /^[A-Z]{5}$/), 'PELIM');
    assert.equal(read(text, /^[A-Z]{2} [A-Z]{3}$/), 'PE LIM');
  }
  assert.equal(cityFormat(cities).format?.('PELIM'), 'Lima');
  assert.equal(cityFormat(cities).format?.('PE LIM'), 'Lima');
});

test('keeps text that names no city, or several', () => {
  const { parse, format } = cityFormat(cities);
  for (const text of ['Villa El Salvador', 'San José', '', 'PE XXX'])
    assert.equal(
      parse(text, () => true),
      text,
    );
  assert.equal(
    parse('San Jose (PESJ2)', () => true),
    'PE SJ2',
  );
  assert.equal(format?.('Villa El Salvador'), 'Villa El Salvador');
  assert.equal(
    cityFormat(undefined).parse('Lima', () => true),
    'Lima',
  );
});

test('reads the country from a pattern', () => {
  assert.equal(countryOf('^PE ?[A-Z]{3}$'), 'PE');
  assert.equal(countryOf('^[A-Za-z]{2} ?[A-Za-z0-9]{3}$'), undefined);
  assert.equal(countryOf(undefined), undefined);
});
