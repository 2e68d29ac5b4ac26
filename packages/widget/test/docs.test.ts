import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ELEMENT_STATES } from '../src/submission/submission-progress.ts';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
const docs = readFileSync(new URL('../../../docs/reference/element.md', import.meta.url), 'utf8');

/** Cells of the rows of the table whose head begins with `title`. */
function rowsOf(title: string): string[][] {
  const [, table = ''] = docs.split(`\n| ${title} |`);
  const [own = ''] = table.split('\n\n');
  const rows = own.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}
const namesOf = (title: string) => rowsOf(title).map(([name = '']) => name);

async function sources(pattern: string): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob(pattern, { cwd: SOURCE }))
    texts.push(await readFile(SOURCE + file, 'utf8'));
  return texts.join('\n');
}

test('docs/reference/element.md lists every state', () => {
  assert.deepEqual(namesOf('State'), [...ELEMENT_STATES]);
});

test('docs/reference/element.md lists every attribute and property of the element', async () => {
  const element = await sources('element/{form-association,element}.ts');
  const declared = [
    ...element.matchAll(/static override properties[^\n]* = \{(.*?)\n {2}\};/gs),
  ].map(([, properties = '']) => properties);
  const fields = declared.flatMap((properties) => [
    ...properties.matchAll(/^ {4}(\w+): \{(?: attribute: (\S+) | \w.* )?\}/gm),
  ]);
  const attributes = fields
    .filter(([, , attribute]) => attribute !== 'false')
    .map(([, name, attribute]) => attribute?.replaceAll("'", '') ?? name);
  assert.deepEqual(namesOf('Attribute').toSorted(), attributes.toSorted());
  const others = fields.filter(([, , attribute]) => attribute === 'false').map(([, name]) => name);
  for (const name of others) assert.ok(namesOf('Name').includes(name ?? ''), name);
});

test('docs/reference/element.md lists every custom property with its default', async () => {
  const css = await sources('**/*.css');
  const used = [...css.matchAll(/var\((--precandidate-[a-z-]+), (.+)\);/g)];
  // The first default counts: later ones are for browsers that cannot read it. `--_rem` is our own name
  // for the base size.
  const defaults: Record<string, string> = {};
  for (const [, name = '', fallback = ''] of used)
    defaults[name] ??= fallback.replaceAll('--_rem', '--precandidate-base-size');
  assert.deepEqual(Object.fromEntries(rowsOf('Property')), defaults);
});

test('docs/reference/element.md lists every part', async () => {
  const markup = await sources('{element,form,combobox}/**/*.{ts,tsx}');
  const used = new Set(
    [...markup.matchAll(/\bpart(?:="|', '|Element\(')([a-z-]+)["']/g)].map(([, name]) => name),
  );
  assert.deepEqual(namesOf('Part').toSorted(), [...used].sort());
});
