import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFrames, type Frame } from '../src/api/read-frames.ts';

async function frames(...chunks: (string | Uint8Array)[]): Promise<Frame[]> {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  const found: Frame[] = [];
  for await (const frame of readFrames(stream)) found.push(frame);
  return found;
}

test('a frame has a name and data', async () => {
  assert.deepEqual(await frames('id: 1\nevent: snapshot\ndata: {"a":1}\n\n'), [
    { event: 'snapshot', data: '{"a":1}' },
  ]);
});

test('a frame without a name is a message; its lines of data are joined', async () => {
  assert.deepEqual(await frames('data: a\ndata:b\n\n'), [{ event: 'message', data: 'a\nb' }]);
});

test('heartbeats, retry hints and frames without data are passed over', async () => {
  assert.deepEqual(await frames(':\n\nretry: 3000\n\nevent: x\n\n'), []);
});

test('only one space after the colon is dropped, and later colons are data', async () => {
  assert.deepEqual(await frames('data:  a: b\n\n'), [{ event: 'message', data: ' a: b' }]);
});

test('lines may end with carriage return and line feed', async () => {
  assert.deepEqual(await frames('event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n'), [
    { event: 'a', data: '1' },
    { event: 'message', data: '2' },
  ]);
});

test('the network may cut anywhere, inside a letter too', async () => {
  const text = 'event: snapshot\ndata: {"a":"año 🦙"}\n\ndata: next\n\n';
  const whole = await frames(text);
  const bytes = new TextEncoder().encode(text);
  for (let cut = 0; cut <= bytes.length; cut += 1)
    assert.deepEqual(await frames(bytes.slice(0, cut), bytes.slice(cut)), whole, `cut at ${cut}`);
});

test('a frame that never ended is not told', async () => {
  assert.deepEqual(await frames('data: whole\n\ndata: half'), [
    { event: 'message', data: 'whole' },
  ]);
});

test('leaving early ends the stream', async () => {
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const frame of readFrames(stream)) if (frame.data === 'x') break;
  assert.equal(isCancelled, true);
});
