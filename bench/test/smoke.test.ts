import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MEASURES } from '../src/report/results.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Figures that are 0 in a good run. */
const MAY_BE_ZERO = new Set(['bytes_css', 'bytes_data', 'bytes_js', 'shift', 'blocking']);

test('measures everything of native HTML and of ours in a short run', async () => {
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
    if (!MAY_BE_ZERO.has(id)) assert.ok(Number(cells.at(-1)) > 0, line);
  }
});
