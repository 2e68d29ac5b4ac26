import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError } from '../src/shared/problem-error.ts';
import { createRateLimit } from '../src/auth/rate-limits.ts';
import { BACKEND_KEY, startPair } from 'precandidate-testing/pair.ts';

const refused = (error: unknown) => {
  assert.ok(error instanceof ProblemError);
  assert.equal(error.problemName, 'rate-limited');
  const seconds = Number(error.headers['retry-after']);
  assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
  return true;
};

test('one request too many in a minute is refused, and the next minute begins anew', (t) => {
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const limit = createRateLimit(3);
  for (let i = 0; i < 3; i += 1) limit('a');
  assert.throws(() => limit('a'), refused);
  limit('b');
  now += 59_999;
  assert.throws(() => limit('a'), refused);
  now += 1;
  for (let i = 0; i < 3; i += 1) limit('a');
  assert.throws(() => limit('a'), refused);
});

test('however many strangers come, a limit keeps the newest 20,000 of them', () => {
  const limit = createRateLimit(1);
  limit('first');
  assert.throws(() => limit('first'), refused);
  for (let i = 0; i < 19_999; i += 1) limit(`stranger ${i}`);
  assert.throws(() => limit('first'), refused);
  limit('one more');
  limit('first');
  assert.throws(() => limit('stranger 19998'), refused);
});

test('limits guesses of the back end’s key, and not the right key', async (t) => {
  const pair = await startPair(t);
  const guess = (key: string) =>
    fetch(`${pair.url}/submissions`, { headers: { authorization: `Bearer ${key}` } });
  const statuses = new Set<number>();
  for (let index = 0; index < 40; index += 1) statuses.add((await guess(`k${index}`)).status);
  assert.deepEqual([...statuses], [401, 429]);
  assert.equal((await guess(BACKEND_KEY)).status, 200);
});
