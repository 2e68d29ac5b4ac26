import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DRAFT_URIS, type SchemaDraft } from 'precandidate-contract';
import { type Checker, compileChecker } from '../../src/validation/compile-checker.ts';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';

/** A checkout of github.com/json-schema-org/JSON-Schema-Test-Suite, which is on no npm registry. */
const SUITE = process.env['JSON_SCHEMA_TEST_SUITE'];
const ADR = new URL(
  '../../../../docs/adr/0002-no-code-from-schemas-in-the-browser.md',
  import.meta.url,
);
const FOLDERS: Record<SchemaDraft, string> = { 'draft-07': 'draft7', '2020-12': 'draft2020-12' };

interface Case {
  schema: boolean | object;
  tests: { data: unknown; valid: boolean }[];
}

/** As the field of a form, because a form is an object; references move along. */
function checkerOf(schema: boolean | object, draft: SchemaDraft): Checker | undefined {
  const field = JSON.parse(
    JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"#/properties/v'),
  );
  try {
    const form = { $schema: DRAFT_URIS[draft], type: 'object', properties: { v: field } };
    return compileChecker(sanitizeSchema(form).schema);
  } catch {
    return undefined;
  }
}

function isValid(checker: Checker | undefined, data: unknown): boolean | undefined {
  try {
    return checker && checker({ v: data }).length === 0;
  } catch {
    return undefined;
  }
}

for (const draft of Object.keys(FOLDERS) as SchemaDraft[])
  test(
    `ADR 2 reports the official suite for sanitized schemas in ${draft}`,
    { skip: SUITE === undefined && 'JSON_SCHEMA_TEST_SUITE names no checkout' },
    () => {
      const folder = join(SUITE ?? '', 'tests', FOLDERS[draft]);
      const counts = { right: 0, refused: 0, wrong: 0 };
      for (const file of globSync('*.json', { cwd: folder }))
        for (const { schema, tests } of JSON.parse(
          readFileSync(join(folder, file), 'utf8'),
        ) as Case[]) {
          const checker = checkerOf(schema, draft);
          for (const { data, valid } of tests) {
            const verdict = isValid(checker, data);
            if (verdict === undefined) counts.refused += 1;
            else counts[verdict === valid ? 'right' : 'wrong'] += 1;
          }
        }
      const { right, refused, wrong } = counts;
      const row = `| ${draft} | proxy, sanitized | ${right} | ${refused} | ${wrong} |`;
      assert.ok(readFileSync(ADR, 'utf8').includes(row), row);
    },
  );
