import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { ProblemError } from '../src/api/problem-error.ts';
import { ErrorState } from '../src/submission/error-state.ts';

const down = new ProblemError('service-unavailable');
let tries = 0;
const again = () => {
  tries += 1;
};
const pauseOf = ({ retryAt = Number.NaN }: ErrorState) => retryAt - Date.now();

beforeEach(() => {
  tries = 0;
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
});

test('retries after growing pauses, with jitter and a limit', () => {
  const state = new ErrorState(again);
  for (const longest of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    state.raise(down, 'load', false);
    const pause = pauseOf(state);
    assert.ok(pause <= longest && pause >= longest * 0.75, `${pause} of ${longest}`);
    mock.timers.tick(Math.ceil(pause));
  }
  assert.equal(tries, 6);
});

test('starts with a short pause again after a success', () => {
  const state = new ErrorState(again);
  for (let n = 0; n < 4; n += 1) state.raise(down, 'load', false);
  state.recover();
  assert.equal(state.problem, undefined);
  state.raise(down, 'load', false);
  assert.ok(pauseOf(state) <= 5_000);
});

test('waits as long as Retry-After says, also when the network or the tab comes back', () => {
  const state = new ErrorState(again);
  state.raise(new ProblemError('rate-limited', { retryAfter: 45 }), 'load', false);
  assert.equal(pauseOf(state), 45_000);
  state.retryOnReturn();
  assert.equal(tries, 0);
  mock.timers.tick(45_000);
  assert.equal(tries, 1);
});

test('the same error is new again only after the button was pressed', () => {
  const state = new ErrorState(again);
  assert.equal(state.raise(down, 'load', false), true);
  state.retryOnReturn();
  state.begin();
  assert.equal(state.problem, 'service-unavailable');
  assert.equal(state.raise(down, 'load', false), false);
  assert.equal(state.beginRetry(), 'load');
  assert.equal(state.raise(down, 'load', false), true);
  state.retryOnReturn();
  assert.equal(state.raise(new ProblemError('internal'), 'load', false), true);
  assert.equal(tries, 2);
});

test('the error stays while a retry is under way, and goes when it succeeds', () => {
  const state = new ErrorState(again);
  state.raise(down, 'load', false);
  assert.equal(state.beginRetry(), 'load');
  state.begin();
  assert.equal(state.problem, 'service-unavailable');
  assert.equal(state.isRetrying, true);
  assert.equal(state.beginRetry(), undefined, 'a second press does nothing');
  state.recover();
  assert.equal(state.problem, undefined);
  assert.equal(state.isRetrying, false);
});

test('a final error, a wait for the button, or an error without a session source retries nothing', () => {
  for (const raise of [
    (state: ErrorState) => state.raise(new ProblemError('session-expired'), 'load', false),
    (state: ErrorState) => state.raise(new ProblemError('form-not-found'), 'load', false),
    (state: ErrorState) => (state.raise(down, 'load', false), state.waitForButton()),
  ]) {
    const state = new ErrorState(again);
    raise(state);
    assert.equal(state.retryAt, undefined);
    state.retryOnReturn();
    mock.timers.tick(120_000);
  }
  assert.equal(tries, 0);
});

test('a session problem of a page with a session source is retried when the tab comes back', () => {
  const state = new ErrorState(again);
  state.raise(new ProblemError('session-expired'), 'load', true);
  mock.timers.tick(120_000);
  assert.equal(tries, 0);
  state.retryOnReturn();
  assert.equal(tries, 1);
});
