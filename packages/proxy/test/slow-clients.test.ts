import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { problemType } from 'precandidate-contract';
import { proxySettings } from 'precandidate-testing/service.ts';
import { addCommonPlugins } from '../src/app.ts';
import { createServer } from '../src/http/server.ts';
import { readSettings } from '../src/config/settings.ts';

const TIMEOUTS = { headersMs: 2_000, requestMs: 3_000, idleMs: 120_000, checkEveryMs: 100 };

/** The app with a path that counts and one with a large response. */
async function startApp(t: TestContext, timeouts = TIMEOUTS) {
  const settings = readSettings(proxySettings({ apiUrl: 'https://api.example/v3' }));
  const app = await addCommonPlugins(createServer(settings, timeouts), settings);
  let taken = 0;
  app.post('/take', async () => {
    taken += 1;
    return {};
  });
  app.get('/large', async () => Buffer.alloc(32 * 1024 * 1024));
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  t.after(() => app.close());
  return { server: app.server, port: Number(url.port), taken: () => taken };
}

/** Writes `beginning`, then a byte of `rest` now and then; resolves to what was answered when it ends. */
function drip(port: number, beginning: string, rest: string): Promise<string> {
  return new Promise((resolve) => {
    let [answer, at] = ['', 0];
    const socket = connect(port, '127.0.0.1');
    // Not later: what is written before the connection is there is sent first.
    socket.write(beginning);
    const timer = setInterval(() => socket.write(rest[at++ % rest.length] ?? ''), 40);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (answer += text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
}

function assertTooSlow(answer: string): void {
  assert.match(answer, /^HTTP\/1\.1 408 The request took too long to arrive\r\n/);
  assert.match(answer, /\r\nContent-Type: application\/problem\+json/);
  assert.ok(answer.includes(problemType('request-too-slow')));
}

test('aborts headers and a body that arrive a byte at a time', async (t) => {
  const { port, taken } = await startApp(t);
  const head = 'POST /take HTTP/1.1\r\nHost: a\r\n';
  const body = `${head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
  assertTooSlow(await drip(port, head, 'X-A: b\r\n'));
  assertTooSlow(await drip(port, body, '[1,'));
  assert.equal(taken(), 0);
});

test('does not wait for the body of a request that no path takes', async (t) => {
  const { port } = await startApp(t);
  for (const [line, status] of Object.entries({ 'POST /none': 404, 'DELETE /take': 405 })) {
    const head = `${line} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
    const answer = await drip(port, `${head}Content-Length: 100000\r\n\r\n`, '[1,');
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
  }
});

test('disconnects a client that does not read its response', async (t) => {
  const { port, server } = await startApp(t, { ...TIMEOUTS, idleMs: 300 });
  const socket = connect(port, '127.0.0.1').pause();
  t.after(() => socket.destroy());
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  const [peer] = (await once(server, 'connection')) as [Socket];
  await once(peer, 'close');
});

test('many silent connections do not keep others out', async (t) => {
  const timeouts = { ...TIMEOUTS, headersMs: 120_000, requestMs: 120_000 };
  const { port, server } = await startApp(t, timeouts);
  const idle = Array.from({ length: 200 }, () => drip(port, '', ''));
  const answer = await fetch(`http://127.0.0.1:${port}/take`, { method: 'POST' });
  assert.equal(answer.status, 200);
  server.headersTimeout = TIMEOUTS.headersMs;
  for (const one of await Promise.all(idle)) assertTooSlow(one);
});
