import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeText, PATTERNED, TRIMMED, WEB_ADDRESS } from '../src/form/fields/parsing.ts';
import tables from './tables/parsing.json' with { type: 'json' };

interface Table {
  name: string;
  /** Default `text`. */
  parser?: 'text' | 'patterned' | 'trimmed' | 'address';
  /** A pattern of the schema; default: it accepts everything. */
  accepts?: string;
  /** Kind of document. */
  document?: Parameters<typeof normalizeText>[2];
  cases: [typed: string, parsed: string][];
}

for (const { name, parser = 'text', accepts = '', document, cases } of tables as unknown as Table[])
  test(name, () => {
    const isAccepted = (text: string) => new RegExp(accepts).test(text);
    for (const [typed, parsed] of cases) {
      const found = {
        text: () =>
          accepts === '' && document === undefined
            ? normalizeText(typed)
            : normalizeText(typed, isAccepted, document),
        patterned: () => PATTERNED.parse(typed, isAccepted),
        trimmed: () => TRIMMED.parse(typed, isAccepted),
        address: () => WEB_ADDRESS.parse(typed, isAccepted),
      }[parser]();
      assert.equal(found, parsed, JSON.stringify(typed));
    }
  });
