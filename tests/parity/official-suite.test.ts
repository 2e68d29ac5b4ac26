import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { DRAFT_URIS, type SchemaDraft } from 'precandidate-contract';
import { compileChecker } from 'precandidate-proxy';
import { sanitizeSchema } from '../../packages/proxy/src/sanitizer/sanitize-schema.ts';
import { check } from '../../packages/widget/src/validation/validator.ts';
import { readPage } from 'precandidate-testing/repository.ts';
import expectedFailures from './official-failures.json' with { type: 'json' };

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

/** `lax`: invalid data is accepted; `wrong`: valid data is rejected; `refused`: the schema is. */
type Verdict = 'right' | 'refused' | 'lax' | 'wrong';

interface Result {
  file: string;
  description: string;
  verdict: Verdict;
}

/** Makes a validator of a schema; both throw when they cannot use it. */
type Validator = (schema: boolean | object, draft: SchemaDraft) => (data: unknown) => boolean;

const inBrowser: Validator = (schema, draft) => {
  const root = { $schema: DRAFT_URIS[draft], ...(schema === false ? { not: {} } : Object(schema)) };
  return (data) => check(root, data).length === 0;
};

/** As the field of a form, because a form is an object; references move along. */
const sanitized: Validator = (schema, draft) => {
  const moved = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"#/properties/v');
  const properties = { v: JSON.parse(moved) as unknown };
  const form = { $schema: DRAFT_URIS[draft], type: 'object', properties };
  const checker = compileChecker(sanitizeSchema(form).schema);
  return (data) => checker({ v: data }).length === 0;
};

function verdictOn(isAccepted: () => boolean, valid: boolean): Verdict {
  try {
    if (isAccepted() === valid) return 'right';
    return valid ? 'wrong' : 'lax';
  } catch {
    return 'refused';
  }
}

function resultsOf(validator: Validator, draft: SchemaDraft): Result[] {
  const folder = join(SUITE ?? '', 'tests', FOLDERS[draft]);
  return globSync('*.json', { cwd: folder }).flatMap((file) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[]).flatMap((each) =>
      each.tests.map(({ description, data, valid }) => ({
        file: basename(file, '.json'),
        description: `${each.description}: ${description}`,
        verdict: verdictOn(() => validator(each.schema, draft)(data), valid),
      })),
    ),
  );
}

/** Whether it is among the listed cases, which have a reason each. */
const isExpected = ({ file, description, verdict }: Result) =>
  expectedFailures.some(
    (each) =>
      each.file === file && each.verdict === verdict && description.includes(each.description),
  );

for (const [name, validator] of Object.entries({
  browser: inBrowser,
  'proxy, sanitized': sanitized,
}))
  for (const draft of Object.keys(FOLDERS) as SchemaDraft[])
    test(
      `ADR 2 reports the official suite in ${draft}: ${name}`,
      { skip: SUITE === undefined && 'JSON_SCHEMA_TEST_SUITE names no checkout' },
      () => {
        const results = resultsOf(validator, draft);
        const failures = results.filter(({ verdict }) => verdict !== 'right');
        const unexpected = failures.filter((result) => !isExpected(result));
        if (validator === inBrowser) assert.deepEqual(unexpected, []);
        const count = (...wanted: Verdict[]) =>
          results.filter(({ verdict }) => wanted.includes(verdict)).length;
        const row = `| ${draft} | ${name} | ${count('right')} | ${count('refused')} | ${count('lax', 'wrong')} |`;
        const adr = readPage('docs/adr/0002-no-code-from-schemas-in-the-browser.md');
        assert.ok(adr.includes(row), row);
      },
    );
