import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MEASURES } from '../src/report/measures.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Figures that are 0 when all is well. */
const MAY_BE_NOTHING = new Set(['bytes_css', 'bytes_data', 'bytes_js', 'shift']);

test('a short run measures everything of native HTML and of ours', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=source',
    MAIN,
    '--smoke',
  ]);
  assert.doesNotMatch(stdout, /failed/);
  const lines = stdout.split('\n');
  for (const { id, title } of MEASURES) {
    const line = lines.find((one) => one.startsWith(title)) ?? '';
    const cells = line.slice(title.length).match(/(?<=\s)\d+(?:\.\d+)?(?=\s|$)/g) ?? [];
    assert.ok(cells.length >= 2, `${title}: ${line}`);
    const isMeasured = cells.every((cell) => Number.isFinite(Number(cell)));
    assert.ok(isMeasured, line);
    if (!MAY_BE_NOTHING.has(id)) assert.ok(Number(cells.at(-1)) > 0, line);
  }
});
