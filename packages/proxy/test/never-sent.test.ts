import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { request } from 'undici';
import { startPair } from 'precandidate-testing/pair.ts';
import { newFolder, serve } from 'precandidate-testing/resources.ts';
import { until } from 'precandidate-testing/until.ts';
import { createDispatcher, FRESH_CONNECTIONS, wasNeverSent } from '../src/upstream/outbound.ts';
import { PERU } from './submission-helpers.ts';

/** A server of connections; resolves to its port. */
async function listen(t: TestContext, onSocket: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

const DIRECT = { OUTBOUND_PROXY: undefined, OUTBOUND_PROXY_EXCEPT: undefined };

interface Failing {
  url: string;
  options?: object;
  outbound?: Partial<Record<keyof typeof DIRECT, string>>;
}

/** How a post failed. */
async function postTo(t: TestContext, { url, options, outbound }: Failing) {
  const dispatcher = createDispatcher({ ...FRESH_CONNECTIONS, ...options }, {
    ...DIRECT,
    ...outbound,
  } as typeof DIRECT);
  t.after(() => dispatcher.destroy());
  return request(url, { method: 'POST', body: '{}', dispatcher }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
/** Not before the client has sent something: a connection that ends earlier is another error. */
const closes = (socket: Socket) => void socket.once('data', () => socket.destroy());

for (const [how, failing] of Object.entries<(t: TestContext) => Promise<Failing>>({
  'a refused connection': async () => ({ url: 'http://127.0.0.1:9/' }),
  'a name that does not exist': async () => ({ url: 'http://no.invalid/' }),
  'a TLS handshake that breaks off': async (t) => ({
    url: `https://127.0.0.1:${await listen(t, closes)}/`,
  }),
  'a TLS handshake that never ends': async (t) => ({
    url: `https://127.0.0.1:${await listen(t, () => undefined)}/`,
    options: { connect: { timeout: 300 } },
  }),
  'a server that speaks no TLS': async (t) => ({
    url: `https://127.0.0.1:${await listen(t, (socket) => socket.end('HTTP/1.1 400 no\r\n\r\n'))}/`,
  }),
  'an address that this machine does not have': async (t) => ({
    url: await serve(t, (_, response) => response.end()),
    options: { localAddress: '203.0.113.1' },
  }),
  'a proxy of the network that refuses the tunnel': async (t) => ({
    url: 'https://service.example/',
    outbound: {
      OUTBOUND_PROXY: `http://127.0.0.1:${await listen(t, (socket) => {
        socket.once('data', () => socket.end('HTTP/1.1 403 no\r\ncontent-length: 0\r\n\r\n'));
      })}`,
    },
  }),
}))
  test(`nothing was sent: ${how}`, async (t) => {
    const error = await postTo(t, await failing(t));
    assert.ok(error, 'it failed');
    assert.ok(wasNeverSent(error), String(error));
  });

for (const [how, answer] of Object.entries({
  'a connection that ends without a response': (socket: Socket) => socket.destroy(),
  'a 100 Continue that was not asked for': (socket: Socket) =>
    socket.end(`HTTP/1.1 100 Continue\r\n\r\n${OK}`),
  'a response that is no HTTP': (socket: Socket) => socket.end('220 mail ready\r\n'),
}))
  test(`a post may have arrived: ${how}`, async (t) => {
    const onSocket = (socket: Socket) => void socket.once('data', () => answer(socket));
    const error = await postTo(t, { url: `http://127.0.0.1:${await listen(t, onSocket)}/` });
    assert.ok(error);
    assert.equal(wasNeverSent(error), false, String(error));
  });

test('other 1xx change nothing', async (t) => {
  const hints = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
  const port = await listen(t, (socket) => {
    socket.once('data', () => socket.end(hints + OK));
  });
  assert.equal(await postTo(t, { url: `http://127.0.0.1:${port}/` }), undefined);
});

for (const end of ['stop', 'abort'] as const)
  test(`after the ${end} of two posts, the one that was sent may have arrived, and the one that waited did not`, async (t) => {
    const arrived = Promise.withResolvers<undefined>();
    const port = await listen(t, (socket) => socket.once('data', () => arrived.resolve(undefined)));
    const dispatcher = createDispatcher({ connections: 1, ...FRESH_CONNECTIONS }, DIRECT);
    t.after(() => dispatcher.destroy());
    const timeUp = new AbortController();
    const options = { method: 'POST', body: '{}', dispatcher, signal: timeUp.signal } as const;
    const post = () =>
      request(`http://127.0.0.1:${port}/`, options).catch((error: unknown) => error);
    const [sent, waiting] = [post(), post()];
    await arrived.promise;
    if (end === 'stop') await dispatcher.destroy();
    else timeUp.abort();
    assert.deepEqual([wasNeverSent(await sent), wasNeverSent(await waiting)], [false, true]);
  });

test('channel person: data whose connection failed in TLS is sent once the service is back', async (t) => {
  const DATA_DIR = await newFolder(t);
  const pair = await startPair(t, { env: { SUBMISSION_CHANNEL: 'person', DATA_DIR } });
  const ana = await pair.candidate();
  assert.equal((await ana.browse('schema')).status, 200);
  await pair.restart({ DATA_DIR, UPSTREAM_URL: `https://127.0.0.1:${await listen(t, closes)}/v3` });
  assert.equal((await ana.submit(PERU)).status, 202);
  const listed = await pair.backend('/submissions');
  const { submissions } = (await listed.json()) as { submissions: { last_outcome: string }[] };
  assert.deepEqual(
    submissions.map(({ last_outcome }) => last_outcome),
    ['service-unavailable'],
  );
  await pair.restart({ DATA_DIR });
  await until(async () => (await pair.requestedPaths()).includes('/v3/PE/persons'));
});
