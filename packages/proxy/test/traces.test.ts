import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { startSandbox } from 'precandidate-sandbox';
import { startCollector } from './start-collector.ts';
import { startProxyCommand } from '../../../tests/stage/proxy-process.ts';
import { RELAY_SECRET } from '../../../tests/stage/pair.ts';
import { startReceiver } from '../../../tests/stage/receiver.ts';

const PERSON = 'person-4455';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

const SETTINGS = {
  UPSTREAM_API_KEY: 'upstream-key-0123456789',
  BACKEND_KEYS: 'backend-key-0123456789',
  SESSION_SECRETS: 'session-secret-0123456789-0123456789',
  ALLOWED_ORIGINS: 'https://hr.example',
  DATA_DIR: ':memory:',
  PORT: '0',
};
/** An SDK in the command's process. */
const tracingTo = ({ url }: { url: string }) => ({
  NODE_OPTIONS: `--import ${new URL('preload-tracing.ts', import.meta.url).href}`,
  COLLECTOR_URL: url,
});
const BACKEND = { authorization: 'Bearer backend-key-0123456789' };

/** A service that knows nobody's forms, and remembers the headers of its requests. */
async function startRecordingService(t: TestContext) {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    response.setHeader('content-type', 'application/json').end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3` };
}

test('a request and the call that it makes are spans of the caller’s trace, and name nobody', async (t) => {
  const service = await startRecordingService(t);
  const collector = await startCollector(t);
  const proxy = startProxyCommand({
    ...SETTINGS,
    UPSTREAM_URL: service.url,
    ...tracingTo(collector),
  });
  t.after(() => void proxy.child.kill('SIGKILL'));
  const answer = await fetch(`${await proxy.ready}/precandidate/${PERSON}`, {
    headers: {
      authorization: 'Bearer backend-key-0123456789',
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
  });
  assert.equal(answer.status, 200);
  proxy.child.kill('SIGTERM');
  assert.equal(await proxy.ended, 0, proxy.output());

  const request = collector.span('GET /precandidate/:person_id');
  const call = collector.span('service GET /precandidate/{}');
  assert.deepEqual([request.traceId, request.parentSpanId], [TRACE, CALLER]);
  assert.deepEqual([call.traceId, call.parentSpanId], [TRACE, request.spanId]);
  assert.equal(service.requests[0]?.['traceparent'], `00-${TRACE}-${call.spanId}-01`);
  assert.deepEqual(Object.keys(request.attributes).sort(), [
    'http.request.method',
    'http.response.status_code',
    'http.route',
  ]);
  assert.doesNotMatch(collector.text(), new RegExp(`${PERSON}|backend-key|upstream-key`));
});

test('posts to a form and to a relay endpoint are spans too, without addresses or values', async (t) => {
  const sandbox = await startSandbox();
  const receiver = await startReceiver();
  const collector = await startCollector(t);
  t.after(() => Promise.all([sandbox.close(), receiver.close()]));
  const proxy = startProxyCommand({
    ...SETTINGS,
    UPSTREAM_URL: sandbox.apiUrl,
    UPSTREAM_API_KEY: sandbox.apiKey,
    RELAY_URL: receiver.url,
    RELAY_SECRET,
    RELAY_ALLOW_PRIVATE: 'true',
    ...tracingTo(collector),
  });
  t.after(() => void proxy.child.kill('SIGKILL'));
  const url = await proxy.ready;
  const asBackend = async (path: string, body: object) => {
    const headers = { ...BACKEND, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(url + path, init)).json()) as Record<string, string>;
  };
  const creation = { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' };
  const { person_id = '', precandidate_id: form_id = '' } = await asBackend(
    '/precandidate',
    creation,
  );
  const { token = '' } = await asBackend('/sessions', { person_id, form_id, html: false });
  const posted = await fetch(`${url}${PATHS.submission(person_id, form_id)}?query=secret`, {
    method: 'POST',
    headers: {
      traceparent: `00-${TRACE}-${CALLER}-01`,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'one',
    },
    body: JSON.stringify({ document_id: '44556671', city_locode: 'PE LIM' }),
  });
  assert.ok(posted.ok);
  const { headers } = await receiver.next(() => true);
  proxy.child.kill('SIGTERM');
  assert.equal(await proxy.ended, 0, proxy.output());

  const request = collector.span('POST /precandidate/:person_id/submission/:form_id');
  const form = collector.span('form POST');
  // The job queue delivers it, so it is a trace of its own.
  assert.deepEqual([request.traceId, form.parentSpanId], [TRACE, undefined]);
  assert.deepEqual(form.attributes, { 'http.response.status_code': 200 });
  const relay = collector.span('relay POST');
  assert.equal(headers['traceparent'], `00-${relay.traceId}-${relay.spanId}-01`);
  assert.deepEqual(Object.keys(relay.attributes), ['http.response.status_code']);
  for (const text of [
    person_id,
    form_id,
    token,
    '44556671',
    'Lima',
    'secret',
    new URL(receiver.url).pathname,
  ])
    assert.ok(!collector.text().includes(text), text);
});
