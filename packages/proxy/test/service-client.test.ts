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
import { startScriptedService } from './scripted-service.ts';

function createClient(
  t: TestContext,
  baseUrl: string,
  options: Partial<ServiceClientOptions> = {},
) {
  const client = createServiceClient({
    clock: wallClock,
    baseUrl,
    apiKey: 'key',
    budget: { acquire: async () => undefined, pause: () => undefined },
    breaker: { recordSuccess: () => undefined, recordFailure: () => undefined },
    onCall: () => undefined,
    ...options,
  });
  t.after(() => client.close());
  return client;
}

test('does not count calls that a stop aborts as failures of the service', async (t) => {
  const requested = Promise.withResolvers<void>();
  const { apiUrl } = await startScriptedService(t, () => requested.resolve());
  const failures: unknown[] = [];
  const breaker = {
    recordSuccess: () => undefined,
    recordFailure: (record: unknown) => void failures.push(record),
  };
  const client = createClient(t, apiUrl, { breaker });
  const refused = assert.rejects(client.get('/precandidate/p'), {
    problemName: 'service-unavailable',
  });
  await requested.promise;
  await client.close();
  await refused;
  assert.deepEqual(failures, []);
});

test('a read that takes longer than its `timeoutMs` rejects', async (t) => {
  const { apiUrl } = await startScriptedService(t, () => undefined);
  const read = createClient(t, apiUrl).get('/precandidate/p', { timeoutMs: 50 });
  await assert.rejects(read, { problemName: 'service-unavailable' });
});

test('says when a read is sent, after its wait for the budget, to each caller that shares it', async (t) => {
  const { apiUrl, requests } = await startScriptedService(t, (_, response) => response.end('[]'));
  const queued = Promise.withResolvers<undefined>();
  const budget = { acquire: () => queued.promise, pause: () => undefined };
  const client = createClient(t, apiUrl, { budget });
  const sent: number[] = [];
  const onSent = (sentAt: number) => void sent.push(sentAt);
  const reads = [1, 2].map(() => client.get('/precandidate/p', { onSent }));
  await turn();
  assert.deepEqual(sent, []);
  queued.resolve(undefined);
  await Promise.all(reads);
  assert.equal(requests.length, 1);
  assert.equal(sent.length, 2);
  assert.equal(sent[0], sent[1]);
});

test('equal reads at the same time share one request; a later one makes its own', async (t) => {
  const { apiUrl, requests } = await startScriptedService(t, (_, response) => response.end('[]'));
  const client = createClient(t, apiUrl);
  const read = () => client.get('/precandidate/p', { maxWaitMs: 250 });
  await Promise.all([read(), read(), client.get('/precandidate/q'), read()]);
  assert.equal(requests.length, 2);
  await read();
  assert.equal(requests.length, 3);
});

test('a shared read is abandoned when nobody waits for it any more', async (t) => {
  const { apiUrl } = await startScriptedService(t, (_, response) => response.end('[]'));
  const signals: (AbortSignal | undefined)[] = [];
  const acquire = ({ signal }: { signal?: AbortSignal | undefined }) => {
    signals.push(signal);
    return new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject()));
  };
  const client = createClient(t, apiUrl, { budget: { acquire, pause: () => undefined } });
  const [first, second] = [new AbortController(), new AbortController()];
  const reads = Promise.allSettled(
    [first, second].map(({ signal }) => client.get('/precandidate/p', { signal })),
  );
  first.abort();
  assert.equal(signals[0]?.aborted, false);
  second.abort();
  assert.equal(signals[0]?.aborted, true);
  await reads;
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

test('a connection that the service closes between two posts fails none of them', async (t) => {
  const { url, processed } = await startClosingService(t);
  const client = createClient(t, url);
  for (let times = 0; times < 3; times += 1)
    assert.equal((await client.post('/precandidate', '{}')).status, 200);
  assert.deepEqual(processed, ['POST', 'POST', 'POST']);
});

test('a read is repeated when the service closed the connection', async (t) => {
  const { url, processed } = await startClosingService(t);
  const client = createClient(t, url);
  for (let times = 0; times < 3; times += 1)
    assert.equal((await client.get('/precandidate/p')).status, 200);
  assert.deepEqual(processed, ['GET', 'GET', 'GET']);
});

test('reads a Retry-After with the clock of the service', () => {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
  const later = 'Thu, 01 Jan 2026 00:00:30 GMT';
  assert.equal(parseRetryAfter({ 'retry-after': later, date }), 30_000);
  assert.equal(parseRetryAfter({ 'retry-after': later }), 0);
  assert.equal(parseRetryAfter({ 'retry-after': '7' }), 7_000);
  assert.equal(parseRetryAfter({ 'retry-after': '99999999' }), 3_600_000);
  assert.equal(parseRetryAfter({ 'retry-after': 'soon', date }), 0);
  assert.equal(parseRetryAfter({}), 0);
});
