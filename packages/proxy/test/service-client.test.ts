import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { wallClock } from '../src/shared/clock.ts';
import {
  createServiceClient,
  parseRetryAfter,
  type ServiceClientOptions,
} from '../src/upstream/service-client.ts';
import { serve } from 'precandidate-testing/resources.ts';

type ServiceClient = ReturnType<typeof createServiceClient>;

function createClient(
  t: TestContext,
  baseUrl: string,
  options: Partial<ServiceClientOptions> = {},
) {
  const client = createServiceClient({
    clock: wallClock,
    settings: {
      UPSTREAM_URL: baseUrl,
      UPSTREAM_API_KEY: 'key',
      OUTBOUND_PROXY: undefined,
      OUTBOUND_PROXY_EXCEPT: undefined,
    },
    budget: { acquire: async () => undefined, slowDown: () => undefined },
    onCall: () => undefined,
    ...options,
  });
  t.after(() => client.close());
  return client;
}

/** A service whose lists are empty, and the requests that it got. */
async function startEmptyService(t: TestContext) {
  const requests: string[] = [];
  const origin = await serve(t, ({ url = '' }, response) => {
    requests.push(url);
    response.end('[]');
  });
  return { origin, requests };
}

test('equal reads at the same time share one request; each caller hears when it is sent', async (t) => {
  const { origin, requests } = await startEmptyService(t);
  const queued = Promise.withResolvers<undefined>();
  const budget = { acquire: () => queued.promise, slowDown: () => undefined };
  const client = createClient(t, origin, { budget });
  const sent: number[] = [];
  const onSent = (sentAt: number) => void sent.push(sentAt);
  const reads = [1, 2].map(() => client.get('/precandidate/p', { onSent }));
  await turn();
  assert.deepEqual(sent, []);
  queued.resolve(undefined);
  await Promise.all([...reads, client.get('/precandidate/q', { onSent: () => {} })]);
  assert.deepEqual(requests, ['/precandidate/p', '/precandidate/q']);
  assert.equal(sent.length, 2);
  assert.equal(sent[0], sent[1]);
  await client.get('/precandidate/p');
  assert.equal(requests.length, 3, 'a later one makes its own');
});

/** A service that closes a connection, without a response, when a second request arrives on it. */
async function startClosingService(t: TestContext) {
  const processed: string[] = [];
  const server = createTcpServer((socket) => {
    let requests = 0;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      requests += 1;
      if (requests > 1) return void socket.destroy();
      processed.push(data.toString().split(' ')[0] ?? '');
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { processed, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3` };
}

const CALLS = {
  GET: (client: ServiceClient) => client.get('/precandidate/p'),
  POST: (client: ServiceClient) => client.post('/precandidate', '{}'),
};
for (const [method, call] of Object.entries(CALLS))
  test(`a connection that the service closes between two requests fails none of them: ${method}`, async (t) => {
    const { url, processed } = await startClosingService(t);
    const client = createClient(t, url);
    for (let times = 0; times < 3; times += 1) assert.equal((await call(client)).status, 200);
    assert.deepEqual(processed, [method, method, method]);
  });

test('reads a Retry-After with the clock of the service', () => {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
  const later = 'Thu, 01 Jan 2026 00:00:30 GMT';
  for (const [headers, ms] of [
    [{ 'retry-after': later, date }, 30_000],
    [{ 'retry-after': later }, 0],
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '99999999' }, 3_600_000],
    [{ 'retry-after': 'soon', date }, 0],
    [{}, 0],
  ] as const)
    assert.equal(parseRetryAfter(headers), ms);
});
