import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timestampNow, timestampOf } from '../src/timestamp.ts';

test('every timestamp is later than the one before', () => {
  let last = timestampNow();
  for (let count = 0; count < 20_000; count += 1) {
    const next = timestampNow();
    assert.ok(next > last, `${next} after ${last}`);
    last = next;
  }
});

test('a timestamp has microseconds and no zone', () => {
  assert.equal(timestampOf(Date.UTC(2026, 0, 2, 3, 4, 5, 6), 7), '2026-01-02T03:04:05.006007');
});
