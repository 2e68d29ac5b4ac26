import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { readPage, ROOT } from 'precandidate-testing/repository.ts';

const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const CONFIG = join(ROOT, '.dependency-cruiser.mjs');

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

/** Checks a project of `files`; resolves to the violations, as `rule: from → to`. */
async function check(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-imports-'));
  try {
    for (const [path, source] of Object.entries(files)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), source);
    }
    const args = [CRUISER, '--config', CONFIG, '--output-type=json', ...topFolders(files)];
    const report = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
    });
    const { summary } = JSON.parse(report) as { summary: { violations: Violation[] } };
    return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const topFolders = (files: Record<string, string>) => [
  ...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? path)),
];

/**
 * `forbidden`: rule, importer, and imported file, or the entry of a package in `node_modules`.
 * `projects`: files, and the rules that they break.
 */
const { forbidden: FORBIDDEN, projects } = JSON.parse(readPage('tests/import-direction.json')) as {
  forbidden: [rule: string, from: string, to: string][];
  projects: Record<string, { files: Record<string, string>; finds: string[] }>;
};

const specifierOf = (from: string, to: string) =>
  to.startsWith('node_modules/')
    ? (to.split('/')[1] ?? '')
    : `${'../'.repeat(from.split('/').length - 1)}${to}`;

const KINDS = { value: 'import', type: 'import type' };
const importerOf = (rule: string, from: string, kind: string) =>
  join(dirname(from), `${rule}-${kind}.ts`);

describe('a forbidden import', () => {
  let violations: string[];
  before(async () => {
    // One project that breaks every rule, by value and by type.
    const files: Record<string, string> = {};
    for (const [rule, from, to] of FORBIDDEN) {
      files[to] = 'export const b = 1;';
      for (const [kind, keyword] of Object.entries(KINDS))
        files[importerOf(rule, from, kind)] =
          `${keyword} { b } from '${specifierOf(from, to)}';\nexport const a = (x = b) => x;`;
    }
    violations = await check(files);
  });

  for (const [rule, from] of FORBIDDEN)
    for (const kind of Object.keys(KINDS))
      test(`is reported as ${rule} when it imports a ${kind}`, () => {
        const expected = `${rule}: ${importerOf(rule, from, kind)} → `;
        const isFound = violations.some((each) => each.startsWith(expected));
        assert.ok(isFound, violations.join('\n'));
      });
});

for (const [title, { files, finds }] of Object.entries(projects))
  test(title, async () => {
    const rules = (await check(files)).map((each) => each.split(':')[0]);
    assert.deepEqual([...new Set(rules)], finds);
  });
