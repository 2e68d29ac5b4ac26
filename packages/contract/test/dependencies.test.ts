import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MANIFESTS = [
  'package.json',
  '{demo,tests,tests/frameworks,bench,docs}/package.json',
  'packages/*/package.json',
  'bench/peers/package.json',
];

test('docs/adr/0010 names every dependency of every package, and no other', async () => {
  const used = new Set<string>();
  for await (const file of glob(MANIFESTS, { cwd: ROOT })) {
    const { dependencies, devDependencies } = JSON.parse(await readFile(ROOT + file, 'utf8'));
    for (const name of Object.keys({ ...dependencies, ...devDependencies }))
      if (!name.startsWith('precandidate-')) used.add(name);
  }
  const text = await readFile(`${ROOT}docs/adr/0010-dependencies.md`, 'utf8');
  const named = [...text.matchAll(/^\| `(.+?)` \| (.+) \|$/gm)];
  assert.deepEqual(
    named.map(([, name]) => name),
    [...used].sort(),
  );
  for (const [, name, why = ''] of named) assert.ok(why.length > 10, name);
});
