import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { ProblemError } from '../src/api/problem-error.ts';
import { Trouble } from '../src/submission/trouble.ts';

const down = new ProblemError('service-unavailable');
let tries = 0;
const again = () => {
  tries += 1;
};
const pauseOf = ({ retryAt = Number.NaN }: Trouble) => retryAt - Date.now();

beforeEach(() => {
  tries = 0;
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
});

test('it is tried again by itself, later each time, with jitter and a limit', () => {
  const trouble = new Trouble();
  for (const longest of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    trouble.raise(down, again, false);
    const pause = pauseOf(trouble);
    assert.ok(pause <= longest && pause >= longest * 0.75, `${pause} of ${longest}`);
    mock.timers.tick(Math.ceil(pause));
  }
  assert.equal(tries, 6);
});

test('once it has worked, pauses begin anew', () => {
  const trouble = new Trouble();
  for (let n = 0; n < 4; n += 1) trouble.raise(down, again, false);
  trouble.recover();
  assert.equal(trouble.problem, undefined);
  trouble.raise(down, again, false);
  assert.ok(pauseOf(trouble) <= 5_000);
});

test('who asks for a pause gets it', () => {
  const trouble = new Trouble();
  trouble.raise(new ProblemError('rate-limited', { retryAfter: 45 }), again, false);
  assert.equal(pauseOf(trouble), 45_000);
});

test('the same trouble again is no news, unless somebody had asked', () => {
  const trouble = new Trouble();
  assert.equal(trouble.raise(down, again, false), true);
  trouble.retryByItself();
  trouble.begin();
  assert.equal(trouble.problem, 'service-unavailable');
  assert.equal(trouble.raise(down, again, false), false);
  trouble.retry();
  trouble.begin();
  assert.equal(trouble.problem, undefined);
  assert.equal(trouble.raise(down, again, false), true);
  trouble.retryByItself();
  assert.equal(trouble.raise(new ProblemError('internal'), again, false), true);
  assert.equal(tries, 3);
});

test('what waits to be asked, is held or cannot be mended is not tried by itself', () => {
  const trouble = new Trouble();
  for (const step of [
    () => trouble.raise(down, again, true),
    () => trouble.raise(new ProblemError('form-not-found'), again, false),
    () => (trouble.raise(down, again, false), trouble.hold()),
  ]) {
    step();
    assert.equal(trouble.retryAt, undefined);
    trouble.retryByItself();
    mock.timers.tick(120_000);
  }
  assert.equal(tries, 0);
  assert.equal(trouble.canRetry, true);
});
