import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { DRAFT_URIS, type SchemaDraft } from 'precandidate-contract';
import { check } from '../src/validation/validator.ts';
import expectedFailures from './expected-failures.json' with { type: 'json' };

/**
 * A checkout of github.com/json-schema-org/JSON-Schema-Test-Suite. No package of the npm registry
 * has its draft-07 and 2020-12 cases, so that it is run where somebody has it.
 */
const SUITE = process.env['JSON_SCHEMA_TEST_SUITE'];
const ADR = new URL(
  '../../../docs/adr/0002-no-code-from-schemas-in-the-browser.md',
  import.meta.url,
);
const FOLDERS: Record<SchemaDraft, string> = { 'draft-07': 'draft7', '2020-12': 'draft2020-12' };

interface Case {
  description: string;
  schema: boolean | object;
  tests: { description: string; data: unknown; valid: boolean }[];
}

/** `lax`: invalid data is accepted, which leaves the decision to the proxy; `wrong`: valid data is rejected. */
type Verdict = 'right' | 'refused' | 'lax' | 'wrong';

interface Result {
  file: string;
  description: string;
  verdict: Verdict;
}

function verdictOn(
  schema: boolean | object,
  draft: SchemaDraft,
  { data, valid }: Case['tests'][number],
): Verdict {
  const root = { $schema: DRAFT_URIS[draft], ...(schema === false ? { not: {} } : Object(schema)) };
  try {
    const isAccepted = check(root, data).length === 0;
    if (isAccepted === valid) return 'right';
    return isAccepted ? 'lax' : 'wrong';
  } catch {
    return 'refused';
  }
}

function resultsOf(draft: SchemaDraft): Result[] {
  const folder = join(SUITE ?? '', 'tests', FOLDERS[draft]);
  return globSync('*.json', { cwd: folder }).flatMap((file) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[]).flatMap((each) =>
      each.tests.map((one) => ({
        file: basename(file, '.json'),
        description: `${each.description}: ${one.description}`,
        verdict: verdictOn(each.schema, draft, one),
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

for (const draft of Object.keys(FOLDERS) as SchemaDraft[])
  test(
    `the required cases of the official suite hold in ${draft}, but for those listed`,
    { skip: SUITE === undefined && 'JSON_SCHEMA_TEST_SUITE names no checkout' },
    () => {
      const results = resultsOf(draft);
      const failures = results.filter(({ verdict }) => verdict !== 'right');
      assert.deepEqual(
        failures.filter((result) => !isExpected(result)),
        [],
      );
      const count = (...wanted: Verdict[]) =>
        results.filter(({ verdict }) => wanted.includes(verdict)).length;
      const row = `| ${draft} | browser | ${count('right')} | ${count('refused')} | ${count('lax', 'wrong')} |`;
      assert.ok(readFileSync(ADR, 'utf8').includes(row), row);
    },
  );
