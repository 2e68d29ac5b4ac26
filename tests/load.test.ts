import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from 'precandidate-testing/repository.ts';

const run = promisify(execFile);
/** What `npm run load` runs once everything is built. */
const load = (...args: string[]) =>
  run(process.execPath, ['--conditions=source', 'bench/proxy/load/main.ts', ...args], {
    cwd: ROOT,
  });

/** The figures of a printed table's only row, by their column. */
function rowOf(stdout: string): Record<string, string> {
  const lines = stdout.split('\n').filter((line) => line.startsWith('│'));
  const [names = [], values = []] = lines.map((line) => line.split('│').map((cell) => cell.trim()));
  return Object.fromEntries(names.map((name, column) => [name, values[column] ?? '']));
}

describe('npm run load', () => {
  test('small load: every watcher receives every change, with one poll for ten watchers', async () => {
    const size = ['--watchers', '200', '--persons', '20', '--seconds', '3', '--changes', '5'];
    const { stdout } = await load(...size);
    const row = rowOf(stdout);
    assert.equal(row['received %'], '100');
    // 20 persons, each polled every 2 s at most, are 10 polls/s.
    assert.ok(Number(row['polls/s']) > 0 && Number(row['polls/s']) <= 14, row['polls/s']);
  });

  test('small soak: every submission and every webhook arrives', async () => {
    // Such a short run may exit with 1, because memory still grows.
    const { stdout, stderr } = await load('--soak', '0.1').catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    assert.match(`${stdout}${stderr}`, /[1-9]\d* candidates, 0 events missing/);
  });
});
