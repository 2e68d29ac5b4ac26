import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { isOneOf } from '../src/shared/digest.ts';

const LIVE = ['the-newest-secret', 'another', 'the-oldest-of-the-live-secrets'];

test('every live secret is compared, by digests of one length, wherever the match is', (t) => {
  const compare = t.mock.method(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  t.after(() => {
    compare.mock.restore();
    syncBuiltinESMExports();
  });
  for (const [given, expected] of [
    ['the-newest-secret', true],
    ['another', true],
    ['the-oldest-of-the-live-secrets', true],
    ['the-newest-secret ', false],
    ['', false],
    ['x'.repeat(10_000), false],
  ] as const) {
    compare.mock.resetCalls();
    assert.equal(isOneOf(given, LIVE), expected, given);
    const compared = compare.mock.calls.map(({ arguments: [a, b] }) => [
      a.byteLength,
      b.byteLength,
    ]);
    assert.deepEqual(compared, [
      [32, 32],
      [32, 32],
      [32, 32],
    ]);
  }
});

test('with no live secret nothing is one', () => {
  assert.equal(isOneOf('', []), false);
  assert.equal(isOneOf('undefined', []), false);
});
