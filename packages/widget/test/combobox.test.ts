import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChoices, toCities } from '../src/combobox/choices.ts';
import { choiceFormat, cityFormat, countryOf } from '../src/form/fields/text-formats.ts';
import tables from './tables/cities.json' with { type: 'json' };

const cities = toCities(tables.cities);
const { parse, format } = cityFormat(cities);

test('finds cities by the beginning, then words, then anywhere, and by their code', () => {
  for (const [text = '', names] of tables.found as [string, string[]][]) {
    const found = findChoices(cities.choices, text).map((choice) => choice.text);
    // The order of all of them is that of the list.
    if (text === '') assert.equal(found.length, names.length);
    else assert.deepEqual(found, names, text);
  }
});

test('limits the number of results', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => ({ text: `City ${n}` }));
  assert.equal(findChoices(many, 'city').length, 100);
});

test('a choice that the text names comes first', () => {
  const choices = ['Town 19', 'Town 1', 'Old Town 1'].map((text) => ({ text }));
  const found = findChoices(choices, 'town 1').map(({ text }) => text);
  assert.deepEqual(found, ['Town 1', 'Town 19', 'Old Town 1']);
});

test('sends the code of a city in the form that the schema accepts, and other text unchanged', () => {
  for (const [text = '', pattern = '', sent] of tables.parsed)
    assert.equal(
      parse(text, (each) => new RegExp(pattern).test(each)),
      sent,
      `${text} for ${pattern}`,
    );
  assert.equal(
    cityFormat(undefined).parse('Lima', () => true),
    'Lima',
  );
});

test('shows the name of a code', () => {
  for (const [code = '', name] of tables.shown) assert.equal(format?.(code), name);
});

test('reads the country from a pattern', () => {
  for (const [pattern, country] of tables.countries) assert.equal(countryOf(pattern), country);
});

test('marks that no one sees, in the text or in the list, change no choice', () => {
  const options = ['Perú', 'Cos\u00adta Rica'].map((label, value) => ({ label, value }));
  const choices = options.map(({ label }) => ({ text: label }));
  const { parse: parseChoice } = choiceFormat(options);
  const accept = () => true;
  for (const mark of ['\u200b', '\u00ad', '\u200d', '\u200c', '\ufeff', '\u2060', '\u200e']) {
    assert.equal(parseChoice(`Pe${mark}rú${mark}`, accept), '0', JSON.stringify(mark));
    assert.equal(parseChoice(`Costa Rica${mark}`, accept), '1');
    assert.deepEqual(findChoices(choices, `${mark}cost${mark}a r`), [choices[1]]);
    assert.equal(parse(`Li${mark}ma`, accept), 'PE LIM');
    assert.equal(parse(`PE${mark}LIM`, accept), 'PE LIM');
  }
});
