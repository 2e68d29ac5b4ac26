import assert from 'node:assert/strict';
import { test } from 'node:test';
import cities from './cities.json' with { type: 'json' };
import { cityList } from '../../src/locodes/plugin.ts';

const { names, release } = cities;

for (const country of ['BR', 'CL', 'CO', 'CR', 'EC', 'MX', 'PA', 'PE'])
  test(`${country}: 20 cities or more, each code and name once, by name`, () => {
    const list = cityList(country);
    assert.ok(list.length >= 20);
    for (const { locode, name } of list) {
      assert.match(locode, new RegExp(`^${country}[A-Z2-9]{3}$`));
      assert.match(name, /^\p{Lu}[\p{L} ]+$/u);
    }
    assert.equal(new Set(list.map(({ locode }) => locode)).size, list.length);
    const all = list.map(({ name }) => name);
    assert.equal(new Set(all).size, all.length);
    const plain = all.map((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());
    assert.deepEqual(plain, plain.toSorted());
  });

for (const [locode, name] of Object.entries(names))
  test(`${locode} is ${name}`, () => {
    const list = cityList(locode.slice(0, 2));
    assert.equal(list.find((city) => city.locode === locode)?.name, name);
  });

for (const country of ['US', '', 'PER', '__proto__', 'constructor'])
  test(`${JSON.stringify(country)} has no list`, () => assert.deepEqual(cityList(country), []));

type Lists = Record<string, Record<string, string>>;
/** A script without types. */
const SCRIPT = new URL('../../../../scripts/city-lists.mjs', import.meta.url).href;

test('a release adds places with an airport to the countries of the list and to named ones', async () => {
  const { withPlaces } = (await import(SCRIPT)) as {
    withPlaces(known: Lists, text: string, countries: string[]): Lists;
  };
  assert.deepEqual(
    withPlaces({ PE: { LIM: 'Lima Metropolitana' } }, release.join('\r\n'), ['PE', 'AT']),
    {
      AT: { LNZ: 'Linz', VIE: 'Wien' },
      PE: { ANS: 'Andahuaylas, Apurímac', LIM: 'Lima Metropolitana' },
    },
  );
});
