import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createServiceClient } from '../src/upstream/service-client.ts';

test('does not count calls that a stop aborts as failures of the service', async (t) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const reports: string[] = [];
  const budget = {
    acquire: async () => undefined,
    report: async (outcome: string) => void reports.push(outcome),
  };
  const { port } = server.address() as AddressInfo;
  const client = createServiceClient(`http://127.0.0.1:${port}/v3`, 'key', budget, () => undefined);
  const requested = once(server, 'request');
  const call = client.get('/precandidate/p');
  await requested;
  const refused = assert.rejects(call, { problemName: 'service-unavailable' });
  await client.close();
  await refused;
  assert.deepEqual(reports, []);
});

test('a read that takes longer than its `timeoutMs` rejects', async (t) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const budget = { acquire: async () => undefined, report: async () => undefined };
  const { port } = server.address() as AddressInfo;
  const client = createServiceClient(`http://127.0.0.1:${port}/v3`, 'key', budget, () => undefined);
  t.after(() => client.close());
  const read = client.get('/precandidate/p', { timeoutMs: 50 });
  await assert.rejects(read, { problemName: 'service-unavailable' });
});

test('says when a read is sent, after its wait for the budget, to each caller that shares it', async (t) => {
  const server = createServer((_request, response) => response.end('[]')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const queued = Promise.withResolvers<undefined>();
  const budget = { acquire: () => queued.promise, report: async () => undefined };
  const { port } = server.address() as AddressInfo;
  const client = createServiceClient(`http://127.0.0.1:${port}/v3`, 'key', budget, () => undefined);
  t.after(() => client.close());
  const sent: number[] = [];
  const onSent = (sentAt: number) => void sent.push(sentAt);
  const reads = [1, 2].map(() => client.get('/precandidate/p', { onSent }));
  await turn();
  assert.deepEqual(sent, []);
  queued.resolve(undefined);
  const [response] = await Promise.all(reads);
  assert.deepEqual(sent, [response?.requested_at, response?.requested_at]);
});

test('equal reads at the same time share one request; a later one makes its own', async (t) => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end('[]');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const budget = { acquire: async () => undefined, report: async () => undefined };
  const { port } = server.address() as AddressInfo;
  const client = createServiceClient(`http://127.0.0.1:${port}/v3`, 'key', budget, () => undefined);
  t.after(() => client.close());
  const read = () => client.get('/precandidate/p', { maxWaitMs: 250 });
  await Promise.all([read(), read(), client.get('/precandidate/q'), read()]);
  assert.equal(requests, 2);
  await read();
  assert.equal(requests, 3);
});
