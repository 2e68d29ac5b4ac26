import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isInternational,
  isWholePhone,
  phonePrefix,
  normalizePhone,
} from '../src/form/fields/phone-number.ts';
import * as phones from '../src/phones/phone-parser.ts';
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
      const found = normalizePhone(
        typed,
        country,
        (text) => new RegExp(accepts).test(text),
        phones,
      );
      assert.equal(found, normalized, `${country} ${typed}`);
    }
  });

test('recognizes incomplete numbers', () => {
  assert.ok(isWholePhone('+51987654321', 'PE', phones));
  assert.ok(isWholePhone('+34612345678', 'PE', phones));
  assert.ok(isWholePhone('987654321', null, phones));
  assert.ok(!isWholePhone('+5198765', 'PE', phones));
  assert.ok(!isWholePhone('444 1234', 'PE', phones));
  assert.ok(!isWholePhone('llámame', null, phones));
});

test('shows the prefix until the number includes a country code', () => {
  assert.equal(phonePrefix('PE'), '+51');
  assert.equal(phonePrefix('XX'), undefined);
  assert.equal(phonePrefix(null), undefined);
  assert.ok(isInternational(' +34'));
  assert.ok(isInternational('0034'));
  assert.ok(!isInternational('034'));
});

test('before the numbering plans are loaded, only what cannot be mistaken changes', () => {
  const isE164 = (text: string) => /^\+\d{8,15}$/.test(text);
  for (const [typed, normalized] of [
    ['987 654 321', '+51987654321'],
    ['(01) 444-1234', '(01) 444-1234'],
    ['0987 654 321', '0987 654 321'],
    ['+51 987-654-321', '+51987654321'],
    ['0051 987 654 321', '+51987654321'],
  ] as const)
    assert.equal(normalizePhone(typed, 'PE', isE164, undefined), normalized);
  assert.ok(isWholePhone('987 654 321', 'PE', undefined));
  assert.ok(!isWholePhone('llámame', 'PE', undefined));
});

test('where the schema accepts E.164 only, a number is sent in it or stays as typed', () => {
  const isE164 = (text: string) => /^\+[1-9]\d{7,14}$/.test(text);
  const parts = fc.constantFrom(
    '0',
    '00',
    '1',
    '9',
    '15',
    '11',
    '55',
    '+',
    '(',
    ')',
    '-',
    ' ',
    '987',
    '6543',
  );
  const countries = fc.constantFrom('AR', 'BR', 'CL', 'CO', 'MX', 'PE', 'UY', 'US', null);
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 9 }), countries, (all, country) => {
      const typed = all.join('');
      const sent = normalizePhone(typed, country, isE164, phones);
      assert.ok(isE164(sent) || sent === typed.trim(), JSON.stringify([typed, sent]));
      // What is sent means the same when it is read again.
      assert.equal(normalizePhone(sent, country, isE164, phones), sent);
    }),
    { numRuns: 1_000 },
  );
});
