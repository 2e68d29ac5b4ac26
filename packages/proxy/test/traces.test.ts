import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { wantsTraces } from '../src/telemetry/wants-traces.ts';
import { startCollector } from './start-collector.ts';
import { startCommand } from './start-command.ts';

const PERSON = 'person-4455';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

/** A service that knows nobody's forms, and remembers with what headers it was asked. */
async function startAskedService(t: TestContext) {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    response.setHeader('content-type', 'application/json').end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3` };
}

test('a request and the call that it makes are spans of the caller’s trace, and name nobody', async (t) => {
  const service = await startAskedService(t);
  const collector = await startCollector();
  t.after(() => collector.close());
  const proxy = startCommand({
    UPSTREAM_URL: service.url,
    UPSTREAM_API_KEY: 'upstream-key-0123456789',
    BACKEND_KEYS: 'backend-key-0123456789',
    SESSION_SECRETS: 'session-secret-0123456789-0123456789',
    ALLOWED_ORIGINS: 'https://hr.example',
    DATA_DIR: ':memory:',
    PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'candidate-forms',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  t.after(() => void proxy.child.kill('SIGKILL'));
  const answer = await fetch(`${await proxy.ready}/precandidate/${PERSON}`, {
    headers: {
      authorization: 'Bearer backend-key-0123456789',
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
  });
  assert.equal(answer.status, 200);

  const request = await collector.span('GET /precandidate/:person_id');
  const call = await collector.span('service GET /precandidate/{}');
  assert.deepEqual([request.traceId, request.parentSpanId], [TRACE, CALLER]);
  assert.deepEqual([call.traceId, call.parentSpanId], [TRACE, request.spanId]);
  assert.equal(service.asked[0]?.['traceparent'], `00-${TRACE}-${call.spanId}-01`);
  const attributes = request.attributes.map(({ key }) => key).sort();
  assert.deepEqual(attributes, ['http.request.method', 'http.response.status_code', 'http.route']);
  assert.match(collector.text(), /candidate-forms/);
  assert.doesNotMatch(collector.text(), new RegExp(`${PERSON}|backend-key|upstream-key`));
});

test('traces are wanted when the standard variables say so, and not otherwise', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  assert.equal(wantsTraces({}), false);
  assert.equal(wantsTraces(endpoint), true);
  assert.equal(wantsTraces({ OTEL_TRACES_EXPORTER: 'otlp' }), true);
  assert.equal(wantsTraces({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }), false);
  assert.equal(wantsTraces({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), false);
});
