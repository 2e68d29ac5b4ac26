import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { ROOT } from './stage/repository.ts';

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

const PROXY = 'packages/proxy/src';
const WIDGET = 'packages/widget/src';

/** Rule → importer and imported file, or the name of a package in `node_modules`. */
const FORBIDDEN: [rule: string, from: string, to: string][] = [
  ['contract-depends-on-nothing', 'packages/contract/src/a.ts', 'node_modules/fastify/index.js'],
  ['sandbox-is-independent', 'packages/sandbox/src/a.ts', 'packages/contract/src/b.ts'],
  ['packages-by-name', 'demo/src/a.ts', `${PROXY}/b.ts`],
  ['tests-share-one-stage', 'packages/proxy/test/a.ts', 'tests/faults/b.ts'],
  ['proxy-infrastructure-below-features', `${PROXY}/upstream/a.ts`, `${PROXY}/status/b.ts`],
  ['proxy-app-on-top', `${PROXY}/status/a.ts`, `${PROXY}/app.ts`],
  ['proxy-stores-are-private', `${PROXY}/relay/a.ts`, `${PROXY}/status/status-store.ts`],
  ['widget-element', `${WIDGET}/element/a.ts`, `${WIDGET}/loader.ts`],
  ['widget-submission', `${WIDGET}/submission/a.ts`, `${WIDGET}/element/b.ts`],
  ['widget-api', `${WIDGET}/api/a.ts`, `${WIDGET}/submission/b.ts`],
  ['widget-form', `${WIDGET}/form/a.ts`, `${WIDGET}/submission/b.ts`],
  ['widget-validation', `${WIDGET}/validation/a.ts`, `${WIDGET}/form/b.ts`],
  ['react-in-form-only', `${WIDGET}/element/a.ts`, 'node_modules/react/index.js'],
];

const specifierOf = (from: string, to: string) =>
  to.startsWith('node_modules/')
    ? (to.split('/')[1] ?? '')
    : `${'../'.repeat(from.split('/').length - 1)}${to}`;

const KINDS = { value: 'import', type: 'import type' };

/** One project that breaks every rule, by value and by type. */
function brokenProject(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [rule, from, to] of FORBIDDEN) {
    files[to] = 'export const b = 1;';
    for (const [kind, keyword] of Object.entries(KINDS))
      files[importerOf(rule, from, kind)] =
        `${keyword} { b } from '${specifierOf(from, to)}';\nexport const a = (x = b) => x;`;
  }
  return files;
}

const importerOf = (rule: string, from: string, kind: string) =>
  join(dirname(from), `${rule}-${kind}.ts`);

describe('a forbidden import', () => {
  let violations: string[];
  before(async () => {
    violations = await check(brokenProject());
  });

  for (const [rule, from] of FORBIDDEN)
    for (const kind of Object.keys(KINDS))
      test(`is reported as ${rule} when it imports a ${kind}`, () => {
        const expected = `${rule}: ${importerOf(rule, from, kind)} → `;
        const isFound = violations.some((each) => each.startsWith(expected));
        assert.ok(isFound, violations.join('\n'));
      });
});

test('reports a cycle of files, type-only imports included', async () => {
  const violations = await check({
    'demo/src/a.ts': `import { b } from './b.ts';\nexport type A = typeof b;`,
    'demo/src/b.ts': `import type { A } from './a.ts';\nexport const b = (a: A) => a;`,
  });
  assert.ok(
    violations.some((each) => each.startsWith('no-file-cycle: demo/src/')),
    violations.join('\n'),
  );
});

test('reports a cycle of folders whose files form none', async () => {
  const violations = await check({
    [`${PROXY}/status/a.ts`]: `import type { B } from '../relay/b.ts';\nexport type A = B;`,
    [`${PROXY}/relay/b.ts`]: `export type B = string;`,
    [`${PROXY}/relay/c.ts`]: `import type { D } from '../status/d.ts';\nexport type C = D;`,
    [`${PROXY}/status/d.ts`]: `export type D = string;`,
  });
  assert.deepEqual(
    violations.map((each) => each.split(':')[0]),
    ['no-folder-cycle', 'no-folder-cycle'],
  );
});

test('accepts imports that point the documented way', async () => {
  const violations = await check({
    [`${PROXY}/app.ts`]: `import './status/a.ts';`,
    [`${PROXY}/status/a.ts`]: `import '../db/b.ts';\nimport '../relay/c.ts';`,
    [`${PROXY}/db/b.ts`]: `export const b = 1;`,
    [`${PROXY}/relay/c.ts`]: `import '../db/b.ts';`,
    [`${WIDGET}/element/a.ts`]: `import '../submission/b.ts';\nimport '../form/d.ts';`,
    [`${WIDGET}/submission/b.ts`]: `import '../api/c.ts';`,
    [`${WIDGET}/api/c.ts`]: `export const c = 1;`,
    [`${WIDGET}/form/d.ts`]: `import 'react';\nimport '../validation/e.ts';`,
    [`${WIDGET}/validation/e.ts`]: `export const e = 1;`,
    'node_modules/react/index.js': '',
  });
  assert.deepEqual(violations, []);
});
