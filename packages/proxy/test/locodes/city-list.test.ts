import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cityList } from '../../src/validation/cities.ts';

for (const country of ['BR', 'CL', 'CO', 'CR', 'EC', 'MX', 'PA', 'PE'])
  test(`${country}: 20 cities or more, each code and name once, by name`, () => {
    const cities = cityList(country);
    assert.ok(cities.length >= 20);
    for (const { locode, name } of cities) {
      assert.match(locode, new RegExp(`^${country}[A-Z2-9]{3}$`));
      assert.match(name, /^\p{Lu}[\p{L} ]+$/u);
    }
    assert.equal(new Set(cities.map(({ locode }) => locode)).size, cities.length);
    const names = cities.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    const plain = names.map((name) =>
      name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
    );
    assert.deepEqual(plain, plain.toSorted());
  });

for (const [locode, name] of [
  ['PELIM', 'Lima'],
  ['BRCWB', 'Curitiba'],
  ['BRSAO', 'São Paulo'],
  ['MXMEX', 'Ciudad de México'],
  ['CLSCL', 'Santiago'],
  ['COBOG', 'Bogotá'],
  ['ECUIO', 'Quito'],
  ['PAPTY', 'Panamá'],
  ['CRSJO', 'San José'],
] as const)
  test(`${locode} is ${name}`, () => {
    const cities = cityList(locode.slice(0, 2));
    assert.equal(cities.find((city) => city.locode === locode)?.name, name);
  });

for (const country of ['US', '', 'PER', '__proto__', 'constructor'])
  test(`${JSON.stringify(country)} has no list`, () => assert.deepEqual(cityList(country), []));
