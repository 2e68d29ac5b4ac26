import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { startCollector } from 'precandidate-testing/collector.ts';
import { startPair } from 'precandidate-testing/pair.ts';
import { until } from 'precandidate-testing/until.ts';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { serve } from 'precandidate-testing/resources.ts';
import {
  BACKEND_KEY,
  newPrecandidate,
  newSession,
  ORIGIN,
  proxySettings,
  requestProxy,
} from 'precandidate-testing/service.ts';

const PERSON = 'person-4455';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

/** An SDK in the command's process. */
const tracingTo = ({ url }: { url: string }) => ({
  NODE_OPTIONS: `--import ${new URL('preload-tracing.ts', import.meta.url).href}`,
  COLLECTOR_URL: url,
});
test('a request and the call that it makes are spans of the caller’s trace, and name nobody', async (t) => {
  const requests: IncomingHttpHeaders[] = [];
  const origin = await serve(t, ({ headers }, response) => {
    requests.push(headers);
    response.end('[]');
  });
  const collector = await startCollector(t);
  const proxy = startProxyCommand({
    ...proxySettings({ apiUrl: `${origin}/v3` }),
    ...tracingTo(collector),
  });
  t.after(() => proxy.kill());
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  const answer = await requestProxy(await proxy.ready, `/precandidate/${PERSON}`, { headers });
  assert.equal(answer.status, 200);
  assert.equal(await proxy.stop(), 0, proxy.output());

  const request = collector.span('GET /precandidate/:person_id');
  // The start of the proxy makes such a call, too.
  const call = collector.span('service GET /precandidate/{}', TRACE);
  assert.deepEqual([request.traceId, request.parentSpanId], [TRACE, CALLER]);
  assert.deepEqual([call.traceId, call.parentSpanId], [TRACE, request.spanId]);
  assert.equal(requests.at(-1)?.['traceparent'], `00-${TRACE}-${call.spanId}-01`);
  assert.deepEqual(Object.keys(request.attributes).sort(), [
    'http.request.method',
    'http.response.status_code',
    'http.route',
  ]);
  assert.doesNotMatch(collector.text(), new RegExp(`${PERSON}|${BACKEND_KEY}|the-api-key`));
});

test('posts to a form and to a relay endpoint are spans too, without addresses or values', async (t) => {
  const { env, receiver } = await startPair(t);
  const collector = await startCollector(t);
  const proxy = startProxyCommand({ ...env, ...tracingTo(collector) });
  t.after(() => proxy.kill());
  const url = await proxy.ready;
  const person = await newPrecandidate(url);
  const { person_id, precandidate_id: form_id } = person;
  const token = await newSession(url, person, { html: false });
  const path = `${PATHS.submission(person_id, form_id)}?query=secret`;
  const headersOf = { traceparent: `00-${TRACE}-${CALLER}-01`, 'idempotency-key': 'one' };
  const body = { document_id: '44556671', city_locode: 'PE LIM' };
  // On a busy machine, the first check of the data may take too long.
  const post = () => requestProxy(url, path, { token, origin: ORIGIN, headers: headersOf, body });
  await until(async () => (await post()).ok);
  const { headers } = await receiver.next(() => true);
  assert.equal(await proxy.stop(), 0, proxy.output());

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
