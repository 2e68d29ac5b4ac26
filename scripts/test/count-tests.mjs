import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../processes/run-process.mjs';

/** Longest time for all tests of one suite. */
const LIMIT_MS = 10 * 60_000;

/**
 * Runs Node with `args`, whose reporter leaves `{ passed, failed, ended }` in the file that
 * `TEST_COUNTS_FILE` names, and resolves to them. A run that ends badly without a failed test, say
 * by a crash after the last one, is a failure too.
 */
export async function countTests(args, { cwd = process.cwd(), limitMs = LIMIT_MS } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-test-'));
  const file = join(folder, 'counts.json');
  try {
    const env = { TEST_COUNTS_FILE: file };
    const code = await runProcess(process.execPath, args, { env, cwd, limitMs });
    const counts = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { passed: 0, failed: 0, ended: [] };
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
