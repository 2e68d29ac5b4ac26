import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '../src/options.ts';
import { median, quantile, summarize } from '../src/report/results.ts';
import type { Visit } from '../src/visit/visit.ts';

const visitOf = (usableMs: number) => {
  const nothing = { html: 0, js: 0, css: 0, data: 0 };
  const work = { scriptMs: 1, busyMs: 1 };
  const load = {
    usableMs,
    typedMs: 1,
    kept: true,
    shift: 0,
    blockingMs: 0,
    heap: 1,
    work,
    workUntilUsable: work,
  };
  return { load: { ...load, bytes: nothing, bytesUntilUsable: nothing } } satisfies Visit;
};

test('computes ratios within a round and ignores failed rounds', () => {
  const base = [visitOf(100), visitOf(200), visitOf(1_000)];
  const rounds = [visitOf(150), undefined, visitOf(3_000)];
  assert.deepEqual(summarize(rounds, { 'native-styled': base })['usable'], {
    value: 1_575,
    ratio: 2.25,
  });
});

test('omits figures that no visit measured', () => {
  assert.equal(summarize([visitOf(1)], { native: [visitOf(1)] })['refusal'], undefined);
});

test('computes median and quantile', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(quantile([5, 1, 4, 2, 3], 0.95), 5);
  assert.equal(quantile([5, 1, 4, 2, 3], 0.5), 3);
});

test('refuses invalid options', () => {
  for (const args of [
    ['--rounds', '0'],
    ['--rounds', 'x'],
    ['--round', '1'],
  ])
    assert.throws(() => readOptions(args), args.join(' '));
});
