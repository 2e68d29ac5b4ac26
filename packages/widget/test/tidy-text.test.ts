import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tidyText } from '../src/island/fields/tidy-text.ts';

const matching = (pattern: RegExp) => (text: string) => pattern.test(text);

test('blanks around a text are none of it, and blanks alone are nothing', () => {
  assert.equal(tidyText(' Ana María '), 'Ana María');
  assert.equal(tidyText('   '), '');
  assert.equal(tidyText(' \t', matching(/^$/)), '');
});

test('a code loses what people write it with, if it is right without', () => {
  const isCpf = matching(/^\d{11}$/);
  assert.equal(tidyText(' 529.982.247-25 ', isCpf), '52998224725');
  assert.equal(tidyText('529 982 247 25', isCpf), '52998224725');
  assert.equal(tidyText('peLIM', matching(/^[A-Z]{5}$/)), 'PELIM');
  assert.equal(tidyText('pe lim', matching(/^[A-Z]{2} ?[A-Z]{3}$/)), 'PE LIM');
});

test('a code that is right as typed, or wrong either way, is left alone', () => {
  assert.equal(tidyText('12.345.678-5', matching(/^[\d.]+-\d$/)), '12.345.678-5');
  assert.equal(tidyText('529.982', matching(/^\d{11}$/)), '529.982');
});
