import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../processes/run-process.mjs';

const RUNNER = new URL('web-test-runner.mjs', import.meta.url).pathname;

/** Runs the widget's element tests in a real browser; resolves to `{ passed, failed }`. */
export async function runElementTests() {
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-element-'));
  const countsFile = join(folder, 'counts.json');
  try {
    const code = await runProcess(
      process.execPath,
      ['--conditions=source', RUNNER],
      { TEST_COUNTS_FILE: countsFile },
      { cwd: 'packages/widget' },
    );
    const counts = JSON.parse(readFileSync(countsFile, 'utf8'));
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
