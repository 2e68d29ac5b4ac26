import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStreamLimit } from '../src/streams/status-stream.ts';

const form = (n: number) => ({ person_id: `p${n}`, form_id: 'f' });
const range = (length: number) => Array.from({ length }, (_, index) => index);

test('one address does not take the streams of others', () => {
  const limit = createStreamLimit();
  const opened = range(10_000).filter((n) => limit.acquire(form(n), '10.0.0.1'));
  assert.equal(opened.length, 2_000);
  assert.ok(limit.acquire(form(1), '10.0.0.2'));
});

test('ten thousand are open in all', () => {
  const limit = createStreamLimit();
  const opened = range(12_000).filter((n) => limit.acquire(form(n), `10.0.${n % 100}.1`));
  assert.equal(opened.length, 10_000);
});
