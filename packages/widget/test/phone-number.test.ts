import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isInternational,
  isWholePhone,
  phonePrefix,
  normalizePhone,
} from '../src/form/fields/phone-number.ts';

const any = () => true;
const matching = (pattern: RegExp) => (text: string) => pattern.test(text);

test('adds the country prefix to a national number', () => {
  const typed: [country: string, typed: string, expected: string][] = [
    ['PE', '987 654 321', '+51987654321'],
    ['PE', '(01) 444-1234', '+5114441234'],
    ['BR', '(41) 99876-5432', '+5541998765432'],
    ['BR', '041 99876-5432', '+5541998765432'],
    ['MX', '55 1234 5678', '+525512345678'],
    ['CL', '9 8765 4321', '+56987654321'],
    ['CO', '300 123 4567', '+573001234567'],
    ['EC', '099 123 4567', '+593991234567'],
    ['PA', '6123-4567', '+50761234567'],
    ['CR', '8765 4321', '+50687654321'],
    ['AR', '011 4321-8765', '+541143218765'],
  ];
  for (const [country, text, expected] of typed)
    assert.equal(normalizePhone(text, country, any), expected, `${country} ${text}`);
});

test('normalizes autofilled numbers, national or international', () => {
  for (const text of [
    '+51987654321',
    '987654321',
    '51987654321',
    '0051 987654321',
    '+51\u00a0987\u202f654\u200b321',
  ])
    assert.equal(normalizePhone(text, 'PE', any), '+51987654321', text);
});

test('keeps numbers of other countries', () => {
  assert.equal(normalizePhone('+34 612 34 56 78', 'PE', any), '+34612345678');
  assert.equal(normalizePhone('00 34 612345678', 'PE', any), '+34612345678');
});

test('keeps text that is no number of the country', () => {
  for (const text of ['444 1234', '123456789012', 'llámame', '987 654 321 anexo 5', ''])
    assert.equal(normalizePhone(text, 'PE', any), text);
  assert.equal(normalizePhone('987 654 321', null, any), '987 654 321');
});

test('uses the format that the schema accepts', () => {
  assert.equal(normalizePhone('+51 987 654 321', 'PE', matching(/^\d{9}$/)), '987654321');
  assert.equal(normalizePhone('987 654 321', 'PE', matching(/^\d{9}$/)), '987654321');
  assert.equal(normalizePhone('987 654 321', 'PE', matching(/^51\d{9}$/)), '51987654321');
  assert.equal(normalizePhone('987 654 321', 'PE', matching(/^never$/)), '987 654 321');
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
