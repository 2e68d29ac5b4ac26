import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeText, PATTERNED, TRIMMED, WEB_ADDRESS } from '../src/form/fields/parsing.ts';
import tables from './tables/parsing.json' with { type: 'json' };

const FORMATS = { patterned: PATTERNED, trimmed: TRIMMED, address: WEB_ADDRESS };

interface Table {
  name: string;
  /** Default: text or, if `accepts` or `document` is given, a code. */
  parser?: keyof typeof FORMATS;
  /** A pattern of the schema; default: it accepts everything. */
  accepts?: string;
  /** Kind of document. */
  document?: Parameters<typeof normalizeText>[2];
  cases: [typed: string, parsed: string][];
}

for (const { name, parser, accepts, document, cases } of tables as unknown as Table[])
  test(name, () => {
    const isCode = accepts !== undefined || document !== undefined;
    const isValid = (text: string) => new RegExp(accepts ?? '').test(text);
    for (const [typed, parsed] of cases) {
      const code = () => normalizeText(typed, isCode ? isValid : undefined, document);
      const found = parser ? FORMATS[parser].parse(typed, isValid) : code();
      assert.equal(found, parsed, JSON.stringify(typed));
    }
  });
