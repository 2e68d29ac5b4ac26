import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { proxySettings } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import { readSettings } from '../src/config/settings.ts';
import { createServer } from '../src/http/server.ts';

/** A server with a path whose response waits for `release`, and one that says what it was asked for. */
async function startApp(t: TestContext) {
  const app = createServer(readSettings(proxySettings({ apiUrl: 'https://api.example/v3' })));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  app.get('/held', async () => {
    begun += 1;
    await released;
    return '';
  });
  app.get<{ Params: { name: string } }>('/echo/:name', async ({ params }) => `<${params.name}>`);
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  t.after(() => app.close());
  return { port: Number(url.port), release, begun: () => begun };
}

async function open(t: TestContext, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket.setEncoding('utf8');
}

const requestOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test('works on one request of a connection at a time, so that its responses do not fill the memory', async (t) => {
  const { port, begun, release } = await startApp(t);
  const socket = await open(t, port);
  socket.write(requestOf('/held').repeat(5));
  const other = await open(t, port);
  other.write(requestOf('/echo/other'));
  const [answer] = (await once(other, 'data')) as [string];
  assert.match(answer, /<other>$/);
  assert.equal(begun(), 1);
  release();
  await until(async () => begun() === 5);
});

test('responds to several requests that are sent at once in their order', async (t) => {
  const { port } = await startApp(t);
  const socket = await open(t, port);
  socket.write(['a', 'b', 'c', 'd'].map((name) => requestOf(`/echo/${name}`)).join(''));
  let text = '';
  for await (const chunk of socket) {
    text += chunk as string;
    if (text.includes('<d>')) break;
  }
  assert.deepEqual(text.match(/<.>/g), ['<a>', '<b>', '<c>', '<d>']);
});

test('ends a connection that sends many requests without waiting for a response', async (t) => {
  const { port, begun } = await startApp(t);
  const socket = await open(t, port);
  socket.write(requestOf('/held').repeat(500));
  await once(socket, 'close');
  assert.equal(begun(), 1);
});

test('forgets the waiting requests of a connection that has ended', async (t) => {
  const { port, begun, release } = await startApp(t);
  const socket = await open(t, port);
  socket.write(requestOf('/held').repeat(3));
  await until(async () => begun() === 1);
  socket.destroy();
  const other = await open(t, port);
  other.write(requestOf('/held'));
  await until(async () => begun() === 2);
  release();
  const [answer] = (await once(other, 'data')) as [string];
  assert.match(answer, /^HTTP\/1.1 200 /);
  assert.equal(begun(), 2);
});
