import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { releaseParser } from '../src/status/release-parser.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

test('the parser is freed while the connection lives on', async (t) => {
  const isFreed = watchParsers(t);
  const { browser, response } = await asked(t);
  releaseParser(socketOf(response));
  for (let turns = 0; turns < 1_000 && !isFreed(); turns += 1) await nextTurn();
  assert.ok(isFreed());
  socketOf(response).write('still here');
  const [bytes] = (await once(browser, 'data')) as [Buffer];
  assert.equal(bytes.toString(), 'still here');
});

test('what comes afterwards is passed over, and ends the connection when it ends', async (t) => {
  const { browser, response, requests } = await asked(t);
  releaseParser(socketOf(response));
  const closed = once(response, 'close');
  browser.resume().end(REQUEST + 'no request at all');
  await Promise.all([once(browser, 'close'), closed]);
  assert.equal(requests(), 1);
});

test('a parser of another kind is left alone', async (t) => {
  const { browser, response } = await asked(t);
  const socket = socketOf(response);
  const { parser } = socket as { parser?: unknown };
  releaseParser(Object.assign(socket, { parser: {} }));
  Object.assign(socket, { parser });
  response.end('as ever');
  const [bytes] = (await once(browser, 'data')) as [Buffer];
  assert.match(bytes.toString(), /^HTTP\/1\.1 200 OK\r\n/);
});

/** A request that waits for its answer. */
async function asked(t: TestContext) {
  let count = 0;
  const server = createServer(() => void (count += 1)).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const browser = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => browser.destroy());
  const asking = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  browser.write(REQUEST);
  const [, response] = await asking;
  return { browser, response, requests: () => count };
}

function socketOf({ socket }: ServerResponse) {
  assert.ok(socket);
  return socket;
}

/** Whether a parser of a server was freed that began its work after this was called. */
function watchParsers(t: TestContext): () => boolean {
  let isFreed = false;
  const parsers = new Set<number>();
  const hook = createHook({
    init: (id, type) => void (type === 'HTTPINCOMINGMESSAGE' && parsers.add(id)),
    destroy: (id) => void (isFreed ||= parsers.has(id)),
  }).enable();
  t.after(() => hook.disable());
  return () => isFreed;
}
