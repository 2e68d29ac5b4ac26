import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCommonPlugins } from '../src/app.ts';
import { readSettings } from '../src/config/settings.ts';
import { createServer } from '../src/http/server.ts';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import type { Precandidate } from 'precandidate-contract';
import { serve } from 'precandidate-testing/resources.ts';
import { recordOf } from './record-of.ts';
import { newSession, ORIGIN, proxySettings, requestProxy } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';

test('uses one request id in the response, the log line, and the calls to the service', async (t) => {
  const passed = new Map<string, string>();
  const origin = await serve(t, (request, response) => {
    const { url = '', method } = request;
    passed.set(`${method} ${url}`, String(request.headers['x-request-id']));
    request.resume();
    if (url.startsWith('/forms/')) return void response.writeHead(204).end();
    if (url.includes('/schema/'))
      return void response.end('{"type":"object","properties":{"a":{"type":"string"}}}');
    const record = { ...recordOf('p'), form_url: `http://${request.headers.host}/forms/x` };
    response.end(JSON.stringify(method === 'POST' ? record : [record]));
  });
  const settings = { ...proxySettings({ apiUrl: `${origin}/v3` }), LOG_LEVEL: 'info' };
  const command = startProxyCommand(settings);
  t.after(() => command.kill());
  const url = await command.ready;
  const created = await requestProxy(url, '/precandidate', { body: { country_code: 'PE' } });
  assert.equal(passed.get('POST /v3/precandidate'), created.headers.get('x-request-id'));

  const token = await newSession(url, (await created.json()) as Precandidate, { html: false });
  const sent = await requestProxy(url, '/precandidate/p/submission/form-p', {
    token,
    origin: ORIGIN,
    headers: { 'idempotency-key': 'k' },
    body: { a: 'x' },
  });
  assert.ok(sent.ok, `${sent.status} ${await sent.clone().text()}`);
  const id = sent.headers.get('x-request-id') ?? '';
  // The delivery is a job, which belongs to no request and may come after the response.
  const delivery = await until(async () => passed.get('POST /forms/x'));
  assert.equal(delivery, 'undefined');
  assert.equal(passed.get('GET /v3/precandidate/p/schema/form-p'), id);
  await command.stop();
  assert.match(
    command.output(),
    new RegExp(`"request_id":"${id}".*"route":"/precandidate/:person_id/submission/:form_id"`),
  );
});

test('an unexpected error is logged with the id of its request, wherever it is thrown', async (t) => {
  const settings = readSettings(proxySettings({ apiUrl: 'https://api.example/v3' }));
  const app = await addCommonPlugins(createServer(settings), settings);
  t.after(() => app.close());
  const logged: unknown[] = [];
  app.log.error = (line: { request_id?: string }) => void logged.push(line.request_id);
  const fail = async () => {
    throw new TypeError('a fault of ours');
  };
  app.get('/fails-early', { onRequest: fail }, fail);
  app.get('/fails-late', fail);
  for (const url of ['/fails-early', '/fails-late']) {
    const response = await app.inject({ url, headers: { host: 'localhost' } });
    assert.equal(response.statusCode, 500);
    assert.equal(logged.pop(), response.headers['x-request-id']);
  }
});
