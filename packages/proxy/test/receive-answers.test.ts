import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createBodyReceiver } from '../src/submissions/receive-answers.ts';

const BUSY = { problemName: 'service-busy' };

/** A receiver of 100 bytes in all and 60 of one person, on a clock that `wait` moves on. */
function startReceiver(t: TestContext) {
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const receive = createBodyReceiver({ maxBytes: 100, maxBytesPerPerson: 60 });

  /** Begins a body; `write` adds to it, and `end` completes it. */
  function begin(person_id: string, check = async (body: Buffer) => body.length) {
    const stream = new PassThrough();
    const body = { bytes: undefined, stream };
    const received = receive({ person_id, body, maxBytes: 1_000, check });
    const outcome = received.catch((error: unknown) => error);
    return {
      received,
      outcome,
      async write(bytes: number): Promise<void> {
        stream.write(Buffer.alloc(bytes));
        await turn();
      },
      async end(): Promise<void> {
        stream.end();
        await turn();
      },
    };
  }
  return { begin, wait: (ms: number) => void (now += ms) };
}

test('the body that took most for longest loses its place', async (t) => {
  const { begin, wait } = startReceiver(t);
  const [slow, large, small] = [begin('a'), begin('b'), begin('c')];
  await slow.write(40);
  wait(1_000);
  await large.write(50);
  await small.write(5);
  wait(10);
  const late = begin('d');
  await late.write(20);
  await assert.rejects(slow.received, BUSY);
  for (const one of [large, small, late]) await one.end();
  assert.deepEqual(
    await Promise.all([large, small, late].map(({ received }) => received)),
    [50, 5, 20],
  );
});

test('bodies of one person make room for each other only', async (t) => {
  const { begin, wait } = startReceiver(t);
  const other = begin('b');
  await other.write(30);
  wait(60_000);
  const [first, second] = [begin('a'), begin('a')];
  await first.write(40);
  wait(100);
  await second.write(30);
  await assert.rejects(first.received, BUSY);
  await Promise.all([second.end(), other.end()]);
  assert.deepEqual([await second.received, await other.received], [30, 30]);
});

test('a body that is being checked keeps its place', async (t) => {
  const { begin, wait } = startReceiver(t);
  const checked = Promise.withResolvers<number>();
  const [one, two] = [begin('a', () => checked.promise), begin('b', () => checked.promise)];
  for (const each of [one, two]) {
    await each.write(50);
    await each.end();
  }
  wait(60_000);
  const late = begin('c');
  await late.write(1);
  await assert.rejects(late.received, BUSY);
  checked.resolve(7);
  assert.deepEqual([await one.received, await two.received], [7, 7]);
  const next = begin('c');
  await next.write(60);
  await next.end();
  assert.equal(await next.received, 60, 'their room is free again');
});

test('a body that is refused goes on arriving without taking room', async (t) => {
  const { begin } = startReceiver(t);
  const large = begin('a');
  await large.write(61);
  await assert.rejects(large.received, BUSY);
  await large.write(90);
  const next = begin('b');
  await next.write(60);
  await next.end();
  assert.equal(await next.received, 60);
});
