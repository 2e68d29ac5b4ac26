import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tidyText } from '../src/form/fields/tidy-text.ts';

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

test('a number that comes with a copy of its page is cleaned', () => {
  const isDni = matching(/^\d{8}$/);
  assert.equal(tidyText('\u00a012\u202f345\u200b678\ufeff', isDni), '12345678');
  assert.equal(tidyText('１２３４５６７８', isDni), '12345678');
  assert.equal(tidyText('Nº 12345678', isDni), '12345678');
});

test('the number of a document is told as machines read it, whatever the schema lets pass', () => {
  const any = () => true;
  assert.equal(tidyText('529.982.247-25', any, 'br_cpf'), '52998224725');
  assert.equal(tidyText('DNI: 12.345.678', any, 'pe_dni'), '12345678');
  assert.equal(tidyText('badd 110313 hcmlns09', any, 'mx_curp'), 'BADD110313HCMLNS09');
  assert.equal(tidyText('12.345.678-k', any, 'cl_run'), '12345678-K');
  assert.equal(tidyText('12.345.678 k', any, 'cl_run'), '12345678K');
  assert.equal(tidyText('8-123-456', any, 'pa_cedula'), '8-123-456');
  assert.equal(tidyText('no lo sé', any, 'pe_dni'), 'no lo sé');
  assert.equal(tidyText('A1234567', any, 'pe_dni'), 'A1234567');
});

test('a schema that wants dots and dashes gets them', () => {
  assert.equal(tidyText('52998224725', matching(/^[\d.]+-\d\d$/), 'br_cpf'), '529.982.247-25');
  assert.equal(tidyText('12345678k', matching(/^\d+-[\dK]$/), 'cl_run'), '12345678-K');
  assert.equal(tidyText('12345678k', matching(/^[\d.]+\.\d+-[\dK]$/), 'cl_run'), '12.345.678-K');
});

test('a code that is right as typed, or wrong either way, is left alone', () => {
  assert.equal(tidyText('12.345.678-5', matching(/^[\d.]+-\d$/)), '12.345.678-5');
  assert.equal(tidyText('529.982', matching(/^\d{11}$/)), '529.982');
});
