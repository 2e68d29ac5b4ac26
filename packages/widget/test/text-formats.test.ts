import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  codeFormat,
  NUMBER,
  PATTERNED,
  TRIMMED,
  WEB_ADDRESS,
} from '../src/form/fields/text-formats.ts';
import { patternFault } from '../src/form/fields/patterns.ts';
import keyboards from './tables/keyboards.json' with { type: 'json' };
import tables from './tables/text-formats.json' with { type: 'json' };

const FORMATS = { number: NUMBER, patterned: PATTERNED, trimmed: TRIMMED, address: WEB_ADDRESS };

interface Table {
  name: string;
  /** Default: a code. */
  parser?: keyof typeof FORMATS;
  /** A pattern of the schema; default: it accepts everything. */
  accepts?: string;
  /** Kind of document. */
  document?: Parameters<typeof codeFormat>[0];
  cases: [typed: string, parsed: string][];
}

for (const { name, parser, accepts, document, cases } of tables as unknown as Table[])
  test(name, () => {
    const isValid = (text: string) => new RegExp(accepts ?? '', 'u').test(text);
    const format = parser ? FORMATS[parser] : codeFormat(document);
    for (const [typed, parsed] of cases)
      assert.equal(format.parse(typed, isValid), parsed, JSON.stringify(typed));
  });

test('says which character a pattern accepts nowhere', () => {
  for (const [pattern, text, character] of [
    ["^[A-Za-zÁÉÍÓÚÑáéíóúñ' -]+$", 'Ana_María', '_'],
    ["^[\\p{L}' -]+$", 'O’Brien*', '*'],
    ['^[A-Za-z ]+$', 'José 7', 'é'],
    ['^[A-Za-z ]+$', 'Ana\tM.', '.'],
    ['^[A-Z]{3}-\\d{3}$', 'abc·123', '·'],
    ['^[A-Z]{3}-\\d{3}$', 'abc-12', undefined],
    ['^\\w+@\\w+$', 'a b@c', ' '],
    ['^.{3,5}$', '*', undefined],
    ['[0-9]', 'abc', undefined],
    ['^[^<>]*$', 'a<b', '<'],
  ] as const)
    assert.deepEqual(
      patternFault(pattern, text),
      character && { kind: 'character', character },
      text,
    );
});

test('what is typed is sent as it is, in another form that the schema accepts, or stays', () => {
  const characters = fc.constantFrom(
    ...keyboards.flatMap(({ characters: all }) => all),
    ...'aZñ09 -./',
    'DNI',
    'C.C.',
    'nº',
    'CPF ',
  );
  const texts = fc.array(characters, { maxLength: 12 }).map((all) => all.join(''));
  const patterns = fc.constantFrom(
    "^[\\p{L}' -]+$",
    '^\\d{8}$',
    '^[A-Z0-9]{4,14}$',
    '^[ -~]*$',
    '^.{0,6}$',
  );
  fc.assert(
    fc.property(texts, patterns, (typed, pattern) => {
      const isValid = (text: string) => new RegExp(pattern, 'u').test(text);
      for (const { parse } of Object.values(FORMATS)) {
        const parsed = parse(typed, isValid);
        const asTyped = TRIMMED.parse(typed, () => true);
        assert.ok(parsed === asTyped || isValid(parsed), JSON.stringify([typed, parsed]));
        // Read again, as after a reload, it means the same.
        assert.equal(parse(parsed, isValid), parsed);
      }
    }),
  );
});
