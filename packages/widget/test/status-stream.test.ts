import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { becomeHidden, becomeVisible, dispatchOnPage } from './page-stub.ts';
import { followStatus, readEvents } from '../src/api/status-stream.ts';
import { ProblemError } from '../src/api/problem-error.ts';
import type { ProxyClient } from '../src/api/proxy-client.ts';

/** Follows a proxy that answers every request with one problem, on a clock that stands still. */
function follow(problem: ProblemError) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  let onRequest = () => {};
  let requests = 0;
  const end = new AbortController();
  const refuse = async () => {
    requests += 1;
    onRequest();
    throw problem;
  };
  const over = followStatus(
    { stream: refuse, snapshot: refuse } as unknown as ProxyClient,
    { onSnapshot: () => {}, isOver: () => false, onEnd: () => {} },
    end.signal,
  );
  return {
    requests: () => requests,
    end: async () => {
      end.abort();
      await over;
    },
    /** Resolves after a number of requests. */
    until: async (count: number) => {
      while (requests < count) await new Promise<void>((resolve) => (onRequest = resolve));
      // What follows the answer: the pause.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('back from offline the stream is opened at once, however long the pause would be', async () => {
  const following = follow(new ProblemError('proxy-unreachable'));
  for (let count = 1; count <= 4; count += 1) {
    await following.until(count);
    dispatchOnPage('online');
  }
  await following.until(5);
  await following.end();
});

test('waits as long as Retry-After says, also when the network comes back', async () => {
  const following = follow(new ProblemError('service-unavailable', { retryAfter: 30 }));
  await following.until(1);
  dispatchOnPage('online');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(following.requests(), 1);
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

test('requests snapshots between two streams when a network buffers them', async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  let isOver = false;
  let streams = 0;
  const snapshots = [{ revision: 7 }, { revision: 8 }];
  const revisions: number[] = [];
  const over = followStatus(
    {
      stream: async (signal: AbortSignal) => {
        streams += 1;
        return new Response(untilAborted(signal), NOTHING_YET);
      },
      snapshot: async () => snapshots.shift() ?? assert.fail('requested too often'),
    } as unknown as ProxyClient,
    {
      onSnapshot: ({ revision }) => {
        revisions.push(revision);
        isOver = revision === 8;
      },
      isOver: () => isOver,
      onEnd: () => assert.fail(),
    },
    new AbortController().signal,
  );
  await settled();
  mock.timers.tick(9_999);
  await settled();
  assert.deepEqual([streams, revisions.length], [1, 0]);
  mock.timers.tick(1);
  await settled();
  assert.deepEqual(revisions, [7]);
  // The pause after the first stream, then the silence of the second.
  mock.timers.tick(1_000);
  await settled();
  mock.timers.tick(10_000);
  await over;
  assert.deepEqual([streams, revisions], [2, [7, 8]]);
});

/** Counts the streams and polls of a number of forms in one page. */
function followForms(count: number, stream: (signal: AbortSignal) => Promise<Response>) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
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
      return { revision: 1 };
    },
  } as unknown as ProxyClient;
  const listener = { onSnapshot: () => {}, isOver: () => false, onEnd: () => assert.fail() };
  const over = Promise.all(
    Array.from({ length: count }, () => followStatus(client, listener, end.signal)),
  );
  return {
    counts,
    end: async () => {
      end.abort();
      await over;
    },
  };
}
const openStream = async (signal: AbortSignal) => new Response(untilAborted(signal), NOTHING_YET);

test('six forms of a page have one stream; the others are polled', async () => {
  const { counts, end } = followForms(6, openStream);
  await settled();
  assert.deepEqual(counts, { open: 1, streams: 1, polls: 5 });
  mock.timers.tick(5_000);
  await settled();
  assert.deepEqual(counts, { open: 1, streams: 1, polls: 10 });
  await end();
});

test('a hidden tab has no stream, and gets one when it is visible again', async () => {
  const { counts, end } = followForms(1, openStream);
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
  const { counts, end } = followForms(1, async (signal) => {
    if (isExhausted) throw new ProblemError('streams-exhausted', { retryAfter: 10 });
    return openStream(signal);
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
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  const end = new AbortController();
  const signals: AbortSignal[] = [];
  const over = followStatus(
    {
      stream: async (signal: AbortSignal) => {
        signals.push(signal);
        return new Response(untilAborted(signal), { headers: { 'content-type': 'text/html' } });
      },
      snapshot: async () => ({ revision: 1 }),
    } as unknown as ProxyClient,
    { onSnapshot: () => {}, isOver: () => false, onEnd: () => assert.fail() },
    end.signal,
  );
  await settled();
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );
  end.abort();
  await over;
});

async function eventsOf(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  const found: string[] = [];
  for await (const data of readEvents(stream, () => {})) found.push(data);
  return found;
}

test('reads the data of an event', async () => {
  assert.deepEqual(await eventsOf('id: 1\nevent: snapshot\ndata: {"a":1}\n\n'), ['{"a":1}']);
});

test('skips heartbeats, retry hints, and events without data', async () => {
  assert.deepEqual(await eventsOf(':\n\nretry: 3000\n\nevent: x\n\n'), []);
});

test('reads events that the network cut anywhere, also inside a letter', async () => {
  const text = 'event: snapshot\ndata: {"a":"año 🦙"}\n\ndata: next\n\n';
  const bytes = new TextEncoder().encode(text);
  for (let cut = 0; cut <= bytes.length; cut += 1)
    assert.deepEqual(
      await eventsOf(bytes.slice(0, cut), bytes.slice(cut)),
      ['{"a":"año 🦙"}', 'next'],
      `cut at ${cut}`,
    );
});

test('ignores an event that never ended', async () => {
  assert.deepEqual(await eventsOf('data: whole\n\ndata: half'), ['whole']);
});

test('ending the loop cancels the stream', async () => {
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const data of readEvents(stream, () => {})) if (data === 'x') break;
  assert.equal(isCancelled, true);
});

test('reopens a stream that closes after its first message only after a growing pause', async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const end = new AbortController();
  let streams = 0;
  const over = followStatus(
    {
      stream: async () => {
        streams += 1;
        const text = `event: snapshot\ndata: {"revision":${streams}}\n\n`;
        return new Response(text, NOTHING_YET);
      },
      snapshot: async () => assert.fail('polled'),
    } as unknown as ProxyClient,
    { onSnapshot: () => {}, isOver: () => false, onEnd: () => assert.fail() },
    end.signal,
  );
  const opened: number[] = [];
  for (let second = 0; second < 20; second += 1) {
    for (let turn = 0; turn < 20; turn += 1) await settled();
    opened.push(streams);
    mock.timers.tick(1_000);
  }
  assert.ok(opened[0] === 1 && streams > 2 && streams < 7, opened.join());
  end.abort();
  await over;
});
