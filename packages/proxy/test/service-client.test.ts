import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ProblemError } from '../src/plugins/problem-error.ts';
import { createServiceClient } from '../src/upstream/service-client.ts';

test('does not count calls that a stop aborts as failures of the service', async (t) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const reports: string[] = [];
  const gate = {
    pass: async () => undefined,
    report: async (outcome: string) => void reports.push(outcome),
  };
  const { port } = server.address() as AddressInfo;
  const client = createServiceClient(`http://127.0.0.1:${port}/v3`, 'key', gate, () => undefined);
  const asked = once(server, 'request');
  const call = client.get('/precandidate/p');
  await asked;
  const refused = assert.rejects(call, { problemName: 'service-unavailable' });
  await client.close();
  await refused;
  assert.deepEqual(reports, []);
});

test('an equal read continues when the shared one gives up', async (t) => {
  const server = createServer((_request, response) => response.end('[]')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const first = Promise.withResolvers<void>();
  const gate = {
    pass: (maxWaitMs: number) => (maxWaitMs < 1_000 ? first.promise : Promise.resolve()),
    report: async () => undefined,
  };
  const { port } = server.address() as AddressInfo;
  const client = createServiceClient(`http://127.0.0.1:${port}/v3`, 'key', gate, () => undefined);
  t.after(() => client.close());
  const poll = assert.rejects(client.get('/precandidate/p', { maxWaitMs: 250 }), {
    problemName: 'service-busy',
  });
  const candidate = client.get('/precandidate/p');
  first.reject(new ProblemError('service-busy'));
  await poll;
  assert.equal((await candidate).text, '[]');
});
