import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { becomeHidden, becomeVisible, dispatchOnPage } from './page-stub.ts';
import { followStatus, readEvents } from '../src/api/status-stream.ts';
import { ProblemError } from '../src/api/problem-error.ts';
import cases from './tables/events.json' with { type: 'json' };
import type { ProxyClient } from '../src/api/proxy-client.ts';

const NOTHING_YET = { headers: { 'content-type': 'text/event-stream' } };
const untilAborted = (signal: AbortSignal) =>
  new ReadableStream({
    start: (body) => signal.addEventListener('abort', () => body.error(signal.reason)),
  });
const openStream = async (signal: AbortSignal) => new Response(untilAborted(signal), NOTHING_YET);
const settled = () => new Promise((resolve) => setImmediate(resolve));

interface Followed {
  stream: (signal: AbortSignal) => Promise<Response>;
  snapshot?: () => Promise<{ revision: number }>;
  /** How many forms of the page follow their status; default 1. */
  forms?: number;
  onSnapshot?: (revision: number) => void;
  isOver?: () => boolean;
}

/** Follows a status on a clock that stands still. */
function follow({ stream, snapshot, forms = 1, onSnapshot, isOver = () => false }: Followed) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const end = new AbortController();
  const counts = { open: 0, streams: 0, polls: 0 };
  const client = {
    proxyUrl: 'https://forms.example/',
    stream: async (signal: AbortSignal) => {
      counts.streams += 1;
      counts.open += 1;
      signal.addEventListener('abort', () => (counts.open -= 1));
      return stream(signal);
    },
    snapshot: async () => {
      counts.polls += 1;
      return (await snapshot?.()) ?? { revision: 1 };
    },
  } as unknown as ProxyClient;
  const listener = {
    onSnapshot: ({ revision }: { revision: number }) => onSnapshot?.(revision),
    isOver,
    onEnd: () => assert.fail(),
  };
  const over = Promise.all(
    Array.from({ length: forms }, () => followStatus(client, listener, end.signal)),
  );
  return {
    counts,
    requests: () => counts.streams + counts.polls,
    over,
    end: async () => {
      end.abort();
      await over;
    },
  };
}

/** Follows a proxy that answers every request with one problem. */
function refused(problem: ProblemError) {
  const refuse = () => Promise.reject(problem);
  return follow({ stream: refuse, snapshot: refuse });
}

test('back from offline the stream is opened at once, however long the pause would be', async () => {
  const following = refused(new ProblemError('proxy-unreachable'));
  for (let count = 1; count <= 5; count += 1) {
    await settled();
    assert.equal(following.requests(), count);
    dispatchOnPage('online');
  }
  await following.end();
});

test('waits as long as Retry-After says, also when the network comes back', async () => {
  const following = refused(new ProblemError('service-unavailable', { retryAfter: 30 }));
  await settled();
  dispatchOnPage('online');
  await settled();
  assert.equal(following.requests(), 1);
  mock.timers.tick(30_000);
  await settled();
  assert.equal(following.requests(), 2);
  await following.end();
});

test('requests snapshots between two streams when a network buffers them', async () => {
  const snapshots = [{ revision: 7 }, { revision: 8 }];
  const revisions: number[] = [];
  const { counts, over } = follow({
    stream: openStream,
    snapshot: async () => snapshots.shift() ?? assert.fail('requested too often'),
    onSnapshot: (revision) => revisions.push(revision),
    isOver: () => revisions.includes(8),
  });
  await settled();
  mock.timers.tick(9_999);
  await settled();
  assert.deepEqual([counts.streams, revisions.length], [1, 0]);
  mock.timers.tick(1);
  await settled();
  assert.deepEqual(revisions, [7]);
  // The pause after the first stream, then the silence of the second.
  mock.timers.tick(1_000);
  await settled();
  mock.timers.tick(10_000);
  await over;
  assert.deepEqual([counts.streams, revisions], [2, [7, 8]]);
});

test('six forms of a page have one stream; the others are polled', async () => {
  const { counts, end } = follow({ forms: 6, stream: openStream });
  await settled();
  assert.deepEqual(counts, { open: 1, streams: 1, polls: 5 });
  mock.timers.tick(5_000);
  await settled();
  assert.deepEqual(counts, { open: 1, streams: 1, polls: 10 });
  await end();
});

test('a hidden tab has no stream, and gets one when it is visible again', async () => {
  const { counts, end } = follow({ stream: openStream });
  await settled();
  becomeHidden();
  await settled();
  assert.equal(counts.open, 0);
  mock.timers.tick(10_000);
  await settled();
  const { polls } = counts;
  mock.timers.tick(30_000);
  await settled();
  assert.deepEqual([counts.open, counts.polls], [0, polls + 1]);
  becomeVisible();
  await settled();
  assert.equal(counts.open, 1);
  await end();
});

test('polls while the proxy has no stream free, and tries again after Retry-After', async () => {
  let isExhausted = true;
  const { counts, end } = follow({
    stream: async (signal) => {
      if (isExhausted) throw new ProblemError('streams-exhausted', { retryAfter: 10 });
      return openStream(signal);
    },
  });
  await settled();
  isExhausted = false;
  for (let poll = 1; poll <= 2; poll += 1) {
    assert.deepEqual([counts.streams, counts.polls], [1, poll]);
    mock.timers.tick(5_000);
    await settled();
  }
  assert.deepEqual([counts.streams, counts.polls], [2, 2]);
  await end();
});

test('closes a response that is no event stream', async () => {
  const signals: AbortSignal[] = [];
  const { end } = follow({
    stream: async (signal) => {
      signals.push(signal);
      return new Response(untilAborted(signal), { headers: { 'content-type': 'text/html' } });
    },
  });
  await settled();
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );
  await end();
});

test('reopens a stream that closes after its first message only after a growing pause', async () => {
  let revision = 0;
  const { counts, end } = follow({
    stream: async () => {
      revision += 1;
      return new Response(`event: snapshot\ndata: {"revision":${revision}}\n\n`, NOTHING_YET);
    },
    snapshot: async () => assert.fail('polled'),
  });
  const opened: number[] = [];
  for (let second = 0; second < 20; second += 1) {
    for (let turn = 0; turn < 20; turn += 1) await settled();
    opened.push(counts.streams);
    mock.timers.tick(1_000);
  }
  assert.ok(opened[0] === 1 && counts.streams > 2 && counts.streams < 7, opened.join());
  await end();
});

async function eventsOf(...chunks: Uint8Array[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const found: string[] = [];
  for await (const data of readEvents(stream, () => {})) found.push(data);
  return found;
}

for (const [name, text, events] of cases as [string, string, string[]][])
  test(`${name}, wherever the network cuts the text`, async () => {
    const bytes = new TextEncoder().encode(text);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      assert.deepEqual(await eventsOf(bytes.slice(0, cut), bytes.slice(cut)), events, `${cut}`);
  });
