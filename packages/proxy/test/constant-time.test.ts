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
  for (const given of [...LIVE, `${LIVE[0]} `, '', 'undefined', 'x'.repeat(10_000)]) {
    compare.mock.resetCalls();
    assert.equal(isOneOf(given, LIVE), LIVE.includes(given), given);
    const lengths = compare.mock.calls.flatMap(({ arguments: [a, b] }) => [
      a.byteLength,
      b.byteLength,
    ]);
    assert.deepEqual(lengths, [32, 32, 32, 32, 32, 32]);
    assert.equal(isOneOf(given, []), false);
  }
});
