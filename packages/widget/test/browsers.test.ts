import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { loadConfigFromFile, type BuildEnvironmentOptions } from 'vite';
import { fileURLToPath } from 'node:url';

const CONFIG = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url));

test('the README names the oldest browsers that the build targets', async () => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, CONFIG);
  const { cssTarget, target }: BuildEnvironmentOptions = loaded?.config.build ?? {};
  // Every browser with the styles also runs the scripts: ES2022 is older.
  assert.equal(target, 'es2022');
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| (Chrome|Firefox|Safari)[^|]*\| ([\d.]+) \|$/gm)];
  const documented = rows.map(([, name = '', version = '']) => name.toLowerCase() + version);
  assert.deepEqual(documented, cssTarget);
});
