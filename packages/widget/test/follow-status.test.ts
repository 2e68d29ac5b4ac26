import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { happensToPage } from './controller-host.ts';
import { followStatus } from '../src/client/follow-status.ts';
import { ProblemError } from '../src/client/problem-error.ts';
import type { ProxyClient } from '../src/client/proxy-client.ts';

/** Follows a proxy that answers every request with one problem, on a clock that stands still. */
function follow(problem: ProblemError) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  let told = () => {};
  let asked = 0;
  const end = new AbortController();
  const refuse = async () => {
    asked += 1;
    told();
    throw problem;
  };
  const over = followStatus({
    client: { stream: refuse, snapshot: refuse } as unknown as ProxyClient,
    signal: end.signal,
    onSnapshot: () => {},
    isOver: () => false,
    onEnd: () => {},
  });
  return {
    asked: () => asked,
    end: async () => {
      end.abort();
      await over;
    },
    /** Resolves once it was asked so often. */
    until: async (count: number) => {
      while (asked < count) await new Promise<void>((resolve) => (told = resolve));
      // What follows the answer: the pause.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('back from offline the stream is opened at once, however long the pause would be', async () => {
  const following = follow(new ProblemError('proxy-unreachable'));
  for (let count = 1; count <= 4; count += 1) {
    await following.until(count);
    happensToPage('online');
  }
  await following.until(5);
  await following.end();
});

test('who asks for a pause gets it, back from offline or not', async () => {
  const following = follow(new ProblemError('streams-exhausted', { retryAfter: 30 }));
  await following.until(1);
  happensToPage('online');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(following.asked(), 1);
  mock.timers.tick(30_000);
  await following.until(2);
  await following.end();
});
