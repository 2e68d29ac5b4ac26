import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ELEMENT_EVENTS } from 'precandidate-contract';
import { ELEMENT_STATES } from '../src/submission/element-state.ts';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const ANALYZER = createRequire(import.meta.url).resolve('@custom-elements-manifest/analyzer');
const docs = readFileSync(new URL('../../../docs/reference/element.md', import.meta.url), 'utf8');

interface Named {
  name: string;
  description: string;
  default?: string;
}
interface Declaration {
  tagName: string;
  attributes: Named[];
  members: (Named & { kind: string })[];
  events: Named[];
  cssParts: Named[];
  cssProperties: Named[];
  cssStates: Named[];
}
type Lists = Exclude<keyof Declaration, 'tagName'>;

let element: Declaration;

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-manifest-'));
  try {
    const cli = join(ANALYZER, '../cem.js');
    const args = [cli, 'analyze', '--quiet', '--outdir', relative(PACKAGE, folder)];
    await promisify(execFile)(process.execPath, args, { cwd: PACKAGE });
    const manifest = JSON.parse(await readFile(join(folder, 'custom-elements.json'), 'utf8')) as {
      modules: { declarations: Declaration[] }[];
    };
    element = manifest.modules[0]?.declarations[0] ?? assert.fail('no declaration');
  } finally {
    await rm(folder, { recursive: true });
  }
});

const namesOf = (list: Lists) => element[list].map(({ name }) => name).toSorted();

/** The first cells of the table in docs/reference/element.md whose head begins with `title`. */
function documented(title: string): string[] {
  const [, table = ''] = docs.split(`\n| ${title} |`);
  const rows = (table.split('\n\n')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => (row.split('|')[1] ?? '').replaceAll('`', '').trim()).toSorted();
}

test('the manifest has the attributes, events, states, parts, and custom properties of the docs', () => {
  assert.equal(element.tagName, 'precandidate-form');
  // The manifest's tables come from the docs, which `docs.test.ts` compares with the code.
  for (const list of ['events', 'cssStates', 'cssParts', 'cssProperties'] as const)
    assert.ok(element[list].length > 0, list);
  assert.deepEqual(namesOf('attributes'), documented('attribute'));
  assert.deepEqual(namesOf('events'), documented('event'));
  assert.deepEqual(namesOf('cssStates'), documented('state'));
  assert.deepEqual(namesOf('cssParts'), documented('part'));
  assert.deepEqual(namesOf('cssProperties'), documented('property'));
});

test('the manifest has the events and states of the code', () => {
  assert.deepEqual(namesOf('events'), ELEMENT_EVENTS.toSorted());
  assert.deepEqual(namesOf('cssStates'), ELEMENT_STATES.toSorted());
});

test('the manifest has the public properties and methods only', () => {
  const names = namesOf('members');
  for (const name of documented('name')) assert.ok(names.includes(name.replace('()', '')), name);
  assert.deepEqual(
    names.filter((name) => /^#|Callback$|^(render|update|setFormValue)/.test(name)),
    [],
  );
});

test('everything in the manifest has a description', () => {
  for (const list of [
    'attributes',
    'members',
    'events',
    'cssStates',
    'cssParts',
    'cssProperties',
  ] as const)
    for (const { name, description } of element[list]) assert.ok(description, name);
});

test('custom properties have the default of the docs', () => {
  for (const { name, default: initial } of element.cssProperties)
    assert.ok(docs.includes(`| \`${name}\` | \`${initial}\` |`), `${name}: ${initial}`);
});
