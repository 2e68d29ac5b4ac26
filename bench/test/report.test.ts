import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '../src/options.ts';
import { reasonsForVoid } from '../src/report/busy.ts';
import { goalsOf } from '../src/report/goals.ts';
import { median, quantile, summarize, type Result } from '../src/report/results.ts';
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
  const measured = { 'native-styled': base, ours: rounds };
  assert.deepEqual(summarize('ours', measured)['usable'], { value: 1_575, ratio: 2.25 });
});

test('compares a page with inline styles with native HTML that has them, too', () => {
  const measured = {
    native: [visitOf(80)],
    'native-styled': [visitOf(400)],
    'native-inline': [visitOf(100)],
    ours: [visitOf(600)],
    'ours-html': [visitOf(150)],
    'ours-nonce': [visitOf(110)],
  };
  const ratios = Object.keys(measured).map((id) => summarize(id, measured)['usable']?.ratio);
  assert.deepEqual(ratios, [0.2, 1, 1, 1.5, 1.5, 1.1]);
});

test('omits figures that no visit measured', () => {
  const measured = { native: [visitOf(1)], ours: [visitOf(1)] };
  assert.equal(summarize('ours', measured)['refusal'], undefined);
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

/** A run in which native HTML took `busyMs` at 2 fields. */
const runOf = (busyMs: number, others: Partial<Result> = {}): Omit<Result, 'void'> => ({
  at: '2026-11-23T00:00:00.000Z',
  browser: '156',
  cores: 2,
  machine: 'a processor',
  node: 'v24',
  conditions: {},
  rounds: 3,
  loads: [0.02, 0.1],
  contestants: [],
  cases: [
    { id: '2', title: '2 fields', figures: { native: { busy: { value: busyMs } } }, failures: {} },
  ],
  ...others,
});

test('a run on a quiet machine counts', () => {
  assert.deepEqual(reasonsForVoid(runOf(140), runOf(100)), []);
  assert.deepEqual(reasonsForVoid(runOf(100), undefined), []);
});

test('a run beside other programs is void', () => {
  assert.deepEqual(reasonsForVoid(runOf(100, { loads: [0.02, 0.5] }), undefined), [
    'other programs used 50 % of the processors',
  ]);
});

test('a run with native HTML slower than usual is void, on the same machine and browser', () => {
  const slow = runOf(160);
  assert.deepEqual(reasonsForVoid(slow, runOf(100)), [
    'native HTML, 2 fields: busy 160 ms, usually 100 ms',
  ]);
  assert.deepEqual(reasonsForVoid(slow, runOf(100, { machine: 'another' })), []);
  assert.deepEqual(reasonsForVoid(slow, runOf(100, { browser: '157' })), []);
});

test('lists the goals that a run misses first', () => {
  const figures = {
    ours: { usable: { value: 400, ratio: 1.4 }, blocking: { value: 31 } },
    'ours-nonce': { usable: { value: 330, ratio: 1.1 } },
  };
  const cases = [{ id: '2', title: '2 fields', figures, failures: {} }];
  assert.deepEqual(goalsOf({ cases }).split('\n').slice(2), [
    '| total blocking time | 2 fields | `ours` | ≤ 30 ms | 31 ms | **no** |',
    '| first field usable | 2 fields | `ours` | ≤ 1.5 × native-styled | 1.40 × native-styled | yes |',
    '| first field usable | 2 fields | `ours-nonce` | ≤ 1.1 × native-inline | 1.10 × native-inline | yes |',
  ]);
});
