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
  const state = new ErrorState();
  for (const longest of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    state.raise(down, again, 'timer');
    const pause = pauseOf(state);
    assert.ok(pause <= longest && pause >= longest * 0.75, `${pause} of ${longest}`);
    mock.timers.tick(Math.ceil(pause));
  }
  assert.equal(tries, 6);
});

test('starts with a short pause again after a success', () => {
  const state = new ErrorState();
  for (let n = 0; n < 4; n += 1) state.raise(down, again, 'timer');
  state.recover();
  assert.equal(state.problem, undefined);
  state.raise(down, again, 'timer');
  assert.ok(pauseOf(state) <= 5_000);
});

test('waits as long as Retry-After says', () => {
  const state = new ErrorState();
  state.raise(new ProblemError('rate-limited', { retryAfter: 45 }), again, 'timer');
  assert.equal(pauseOf(state), 45_000);
});

test('waits as long as Retry-After says when the network or the tab comes back', () => {
  const state = new ErrorState();
  state.raise(new ProblemError('rate-limited', { retryAfter: 45 }), again, 'timer');
  state.retryOn('visible');
  state.retryOn('online');
  assert.equal(tries, 0);
  mock.timers.tick(45_000);
  assert.equal(tries, 1);
});

test('the same error is new again only after a press', () => {
  const state = new ErrorState();
  assert.equal(state.raise(down, again, 'timer'), true);
  state.retryOn('online');
  state.begin();
  assert.equal(state.problem, 'service-unavailable');
  assert.equal(state.raise(down, again, 'timer'), false);
  state.retryPressed();
  assert.equal(state.raise(down, again, 'timer'), true);
  state.retryOn('online');
  assert.equal(state.raise(new ProblemError('internal'), again, 'timer'), true);
  assert.equal(tries, 3);
});

test('the error stays while a retry is under way, and goes when it succeeds', () => {
  const state = new ErrorState();
  state.raise(down, again, 'timer');
  state.retryPressed();
  state.begin();
  assert.equal(state.problem, 'service-unavailable');
  assert.equal(state.isRetrying, true);
  state.retryPressed();
  assert.equal(tries, 1, 'a second press does nothing');
  state.recover();
  assert.equal(state.problem, undefined);
  assert.equal(state.isRetrying, false);
});

test('another trigger, a wait for a press, or a final error retries nothing', () => {
  for (const raise of [
    (state: ErrorState) => state.raise(down, again, 'visible'),
    (state: ErrorState) => state.raise(new ProblemError('form-not-found'), undefined, 'press'),
    (state: ErrorState) => (state.raise(down, again, 'timer'), state.waitForPress()),
  ]) {
    const state = new ErrorState();
    raise(state);
    assert.equal(state.retryAt, undefined);
    state.retryOn('online');
    mock.timers.tick(120_000);
  }
  assert.equal(tries, 0);
});
