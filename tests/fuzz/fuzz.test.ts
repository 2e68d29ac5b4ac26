import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from './fuzz.ts';
import { judgeRun } from './judge.ts';
import { startTarget } from './target.ts';

test('two thousand hostile requests cause only problems of the catalogue', async (t) => {
  const target = await startTarget();
  t.after(() => target.stop());
  const { url, failure, collect } = target;
  const report = await fuzz({ url, failure, collect, seed: 4, requests: 2_000 });
  const found = report.findings.map(
    ({ seed, path, what }) => `--seed ${seed} --path ${path}: ${what}`,
  );
  assert.deepEqual([...found, ...judgeRun(report, failure())], []);
  assert.equal(report.requests, 2_000);
  const valid = report.answered.get('valid');
  assert.ok((valid?.get('200') ?? 0) > 100, 'what should be taken is taken');
  assert.ok((valid?.get('201') ?? 0) > 0, 'sessions are minted');
});
