import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createByteLimit } from '../src/shared/byte-limit.ts';

/** Begins work on so many bytes; `begun` lists what runs or has run. */
function startWork() {
  const limit = createByteLimit(10);
  const begun: string[] = [];
  return {
    begun,
    work(name: string, bytes: number) {
      const { promise, resolve: end } = Promise.withResolvers<void>();
      const ended = limit(bytes, () => (begun.push(name), promise));
      return { end: () => (end(), ended) };
    },
  };
}

test('small data does not wait behind large data that has to wait', async () => {
  const { begun, work } = startWork();
  const large = work('large', 8);
  work('other large', 8);
  work('small', 1);
  await turn();
  assert.deepEqual(begun, ['large', 'small']);
  await large.end();
  await turn();
  assert.deepEqual(begun, ['large', 'small', 'other large']);
});

test('data beyond the limit runs alone, also while smaller data comes in', async () => {
  const { begun, work } = startWork();
  const small = work('small', 1);
  const huge = work('huge', 11);
  work('late', 1);
  await turn();
  assert.deepEqual(begun, ['small']);
  await small.end();
  await turn();
  assert.deepEqual(begun, ['small', 'huge']);
  await huge.end();
  await turn();
  assert.deepEqual(begun, ['small', 'huge', 'late']);
});
