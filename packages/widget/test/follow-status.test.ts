import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { happensToPage } from './controller-host.ts';
import { followStatus } from '../src/api/follow-status.ts';
import { ProblemError } from '../src/api/problem-error.ts';
import type { ProxyClient } from '../src/api/proxy-client.ts';

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
    client: { stream: refuse, news: refuse } as unknown as ProxyClient,
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

const NOTHING_YET = { headers: { 'content-type': 'text/event-stream' } };
const untilAborted = (signal: AbortSignal) =>
  new ReadableStream({
    start: (body) => signal.addEventListener('abort', () => body.error(signal.reason)),
  });
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('where a network holds the stream back, news are waited for as JSON', async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  const end = new AbortController();
  const asked: (number | undefined)[] = [];
  const answers = [
    { snapshot: { revision: 7 }, isHeld: false },
    { isHeld: true },
    { snapshot: { revision: 8 }, isHeld: true },
    // No place was free: answered at once, and without news.
    { snapshot: { revision: 8 }, isHeld: false },
  ];
  let streams = 0;
  const told: number[] = [];
  const over = followStatus({
    client: {
      stream: async (signal: AbortSignal) => {
        streams += 1;
        return new Response(untilAborted(signal), NOTHING_YET);
      },
      news: async (known: number | undefined) => {
        asked.push(known);
        return answers.shift() ?? assert.fail('asked too often');
      },
    } as unknown as ProxyClient,
    signal: end.signal,
    onSnapshot: ({ revision }) => void told.push(revision),
    isOver: () => false,
    onEnd: () => assert.fail(),
  });
  await settled();
  mock.timers.tick(9_999);
  await settled();
  assert.deepEqual([streams, asked.length], [1, 0]);
  mock.timers.tick(1);
  await settled();
  // The pause after a stream that told nothing.
  for (let seconds = 0; seconds < 5 && answers.length > 0; seconds += 1) {
    mock.timers.tick(1_000);
    await settled();
  }
  assert.equal(answers.length, 0, 'within seconds of the first silence');
  while (streams < 2) await settled();
  assert.deepEqual(asked, [undefined, 7, 7, 8]);
  assert.deepEqual(told, [7, 8]);
  end.abort();
  await over;
});
