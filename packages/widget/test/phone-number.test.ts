import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isInternational,
  isWholePhone,
  phonePrefix,
  normalizePhone,
} from '../src/form/fields/phone-number.ts';
import tables from './tables/phones.json' with { type: 'json' };

interface Table {
  name: string;
  /** A pattern of the schema. */
  accepts?: string;
  cases: [country: string | null, typed: string, normalized: string][];
}

for (const { name, accepts = '', cases } of tables as unknown as Table[])
  test(name, () => {
    for (const [country, typed, normalized] of cases) {
      const found = normalizePhone(typed, country, (text) => new RegExp(accepts).test(text));
      assert.equal(found, normalized, `${country} ${typed}`);
    }
  });

test('recognizes incomplete numbers', () => {
  assert.ok(isWholePhone('+51987654321', 'PE'));
  assert.ok(isWholePhone('+34612345678', 'PE'));
  assert.ok(isWholePhone('987654321', null));
  assert.ok(!isWholePhone('+5198765', 'PE'));
  assert.ok(!isWholePhone('444 1234', 'PE'));
  assert.ok(!isWholePhone('llámame', null));
});

test('shows the prefix until the number includes a country code', () => {
  assert.equal(phonePrefix('PE'), '+51');
  assert.equal(phonePrefix('XX'), undefined);
  assert.equal(phonePrefix(null), undefined);
  assert.ok(isInternational(' +34'));
  assert.ok(isInternational('0034'));
  assert.ok(!isInternational('034'));
});
