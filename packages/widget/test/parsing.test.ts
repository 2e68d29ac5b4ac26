import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeText, PATTERNED, TRIMMED } from '../src/form/fields/parsing.ts';

const matching = (pattern: RegExp) => (text: string) => pattern.test(text);

test('trims text; spaces alone are empty', () => {
  assert.equal(normalizeText(' Ana María '), 'Ana María');
  assert.equal(normalizeText('   '), '');
  assert.equal(normalizeText(' \t', matching(/^$/)), '');
});

test('makes no-break spaces plain, and removes marks that no one sees', () => {
  const always = () => true;
  const pasted = '\ufeffAna\u00a0María\u202fde\u2007la\u00ad\u200b Cruz\u200e\u00a0';
  assert.equal(TRIMMED.parse(pasted, always), 'Ana María de la Cruz');
  assert.equal(PATTERNED.parse(pasted, always), 'Ana María de la Cruz');
  assert.equal(
    normalizeText(pasted, () => false),
    'Ana María de la Cruz',
  );
  // What has a meaning stays: line breaks, joined emoji, two spaces.
  const meant = 'first\n\nsecond  👩\u200d👧 Ñandú';
  assert.equal(TRIMMED.parse(meant, always), meant);
});

test('removes separators from a code if the schema accepts the rest', () => {
  const isCpf = matching(/^\d{11}$/);
  assert.equal(normalizeText(' 529.982.247-25 ', isCpf), '52998224725');
  assert.equal(normalizeText('529 982 247 25', isCpf), '52998224725');
  assert.equal(normalizeText('peLIM', matching(/^[A-Z]{5}$/)), 'PELIM');
  assert.equal(normalizeText('pe lim', matching(/^[A-Z]{2} ?[A-Z]{3}$/)), 'PE LIM');
});

const parsed = (text: string, pattern: RegExp) => PATTERNED.parse(text, matching(pattern));

test('takes digits in groups where a pattern accepts only the digits', () => {
  assert.equal(parsed(' 20 12345678 9 ', /^\d{11}$/), '20123456789');
  assert.equal(parsed('20-12345678-9', /^\d{11}$/), '20123456789');
  assert.equal(parsed('1234 5678', /^\d{8}$/), '12345678');
  assert.equal(parsed('12.345.678', /^\d{8}$/), '12345678');
  assert.equal(parsed('529.982.247-25', /^\d{11}$/), '52998224725');
  assert.equal(parsed('002 193 000123456789 45', /^\d{20}$/), '00219300012345678945');
});

test('takes capitals where a pattern accepts no small letters', () => {
  assert.equal(parsed('abc-123', /^[A-Z]{3}-\d{3}$/), 'ABC-123');
  assert.equal(parsed('juan', /^[A-Z]+$/), 'juan');
});

test('keeps digits whose separators may mean something, and text that no change makes valid', () => {
  assert.equal(parsed('1500-2000', /^\d+$/), '1500-2000');
  assert.equal(parsed('1.5', /^\d{2}$/), '1.5');
  for (const range of ['2019-2023', '2019 - 2023', '2019–2023', '1500.2000', '1500/2000'])
    assert.equal(parsed(range, /^\d{8}$/), range);
  assert.equal(parsed('01-2025', /^\d{6}$/), '01-2025');
  assert.equal(parsed('12-14', /^\d{3,4}$/), '12-14');
  assert.equal(parsed('10 20', /^\d{2,6}$/), '10 20');
  for (const date of ['31-05-1990', '31 05 1990', '31 - 05 - 1990', '1990.05.31', '31/05/1990'])
    assert.equal(parsed(date, /^\d{8}$/), date);
  assert.equal(parsed('20 1234', /^\d{11}$/), '20 1234');
  assert.equal(parsed('20 12345678 9', /^\d{2} \d{8} \d$/), '20 12345678 9');
});

test('removes labels and invisible characters from a pasted number', () => {
  const isDni = matching(/^\d{8}$/);
  assert.equal(normalizeText('\u00a012\u202f345\u200b678\ufeff', isDni), '12345678');
  assert.equal(normalizeText('12345678\u200d', isDni), '12345678');
  assert.equal(normalizeText('１２３４５６７８', isDni), '12345678');
  assert.equal(normalizeText('Nº 12345678', isDni), '12345678');
});

test('sends a document number in its machine-readable form', () => {
  const any = () => true;
  assert.equal(normalizeText('529.982.247-25', any, 'br_cpf'), '52998224725');
  assert.equal(normalizeText('DNI: 12.345.678', any, 'pe_dni'), '12345678');
  assert.equal(normalizeText('badd 110313 hcmlns09', any, 'mx_curp'), 'BADD110313HCMLNS09');
  assert.equal(normalizeText('12.345.678-k', any, 'cl_run'), '12345678-K');
  assert.equal(normalizeText('12.345.678 k', any, 'cl_run'), '12345678K');
  assert.equal(normalizeText('8-123-456', any, 'pa_cedula'), '8-123-456');
  assert.equal(normalizeText('no lo sé', any, 'pe_dni'), 'no lo sé');
  assert.equal(normalizeText('A1234567', any, 'pe_dni'), 'A1234567');
});

test('keeps dots and hyphens if the schema requires them', () => {
  assert.equal(normalizeText('52998224725', matching(/^[\d.]+-\d\d$/), 'br_cpf'), '529.982.247-25');
  assert.equal(normalizeText('12345678k', matching(/^\d+-[\dK]$/), 'cl_run'), '12345678-K');
  assert.equal(
    normalizeText('12345678k', matching(/^[\d.]+\.\d+-[\dK]$/), 'cl_run'),
    '12.345.678-K',
  );
});

test('leaves a code alone that is valid as typed, or invalid in every form', () => {
  assert.equal(normalizeText('12.345.678-5', matching(/^[\d.]+-\d$/)), '12.345.678-5');
  assert.equal(normalizeText('529.982', matching(/^\d{11}$/)), '529.982');
});
