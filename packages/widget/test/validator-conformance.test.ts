import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { DRAFT_URIS, type SchemaDraft } from 'precandidate-contract';
import { check } from '../src/validation/check.ts';
import { EXPECTED_FAILURES } from './parity/expected-failures.ts';

/**
 * A checkout of github.com/json-schema-org/JSON-Schema-Test-Suite. No package of the npm registry
 * has its draft-07 and 2020-12 cases, so that it is run where somebody has it.
 */
const SUITE = process.env['JSON_SCHEMA_TEST_SUITE'];
const FOLDERS: Record<SchemaDraft, string> = { 'draft-07': 'draft7', '2020-12': 'draft2020-12' };

interface Case {
  description: string;
  schema: boolean | object;
  tests: { description: string; data: unknown; valid: boolean }[];
}

function verdict(schema: boolean | object, draft: SchemaDraft, data: unknown): unknown {
  const root = { $schema: DRAFT_URIS[draft], ...(schema === false ? { not: {} } : Object(schema)) };
  try {
    return check(root, data).length === 0;
  } catch (error) {
    return String(error);
  }
}

function isExpected(file: string, description: string): boolean {
  return EXPECTED_FAILURES.some(
    ([name, words]) => name === basename(file, '.json') && description.includes(words),
  );
}

function failures(draft: SchemaDraft, folder: string): string[] {
  return globSync('*.json', { cwd: folder }).flatMap((file) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[]).flatMap((each) =>
      each.tests
        .filter(({ data, valid }) => verdict(each.schema, draft, data) !== valid)
        .map(({ description }) => `${file}: ${each.description}: ${description}`)
        .filter((description) => !isExpected(file, description)),
    ),
  );
}

for (const draft of Object.keys(FOLDERS) as SchemaDraft[])
  test(
    `the required cases of the official suite hold in ${draft}, but for those listed`,
    { skip: SUITE === undefined && 'JSON_SCHEMA_TEST_SUITE names no checkout' },
    () => assert.deepEqual(failures(draft, join(SUITE ?? '', 'tests', FOLDERS[draft])), []),
  );
