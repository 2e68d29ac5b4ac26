import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { test } from 'node:test';
import { serve } from 'precandidate-testing/resources.ts';
import { describeFront, send } from '../front-suite.ts';
import { startNginx } from './start-nginx.ts';

const NGINX = process.env['NGINX_PATH'] || '/usr/sbin/nginx';

describeFront('nginx', (servers) => startNginx(NGINX, servers));

test('nginx replaces X-Forwarded-For, and redirects to TLS', async (t) => {
  const received: IncomingHttpHeaders[] = [];
  const server = await serve(t, (incoming, response) => {
    received.push(incoming.headers);
    response.end();
  });
  const nginx = await startNginx(NGINX, [new URL(server).host]);
  t.after(() => nginx.stop());

  const spoofed = { 'x-forwarded-for': '203.0.113.9', host: 'forms.hr.example' };
  (await send(`${nginx.url}/widget.js`, { headers: spoofed })).resume();
  const [headers = {}] = received;
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  assert.equal(headers['x-forwarded-proto'], 'https');
  assert.equal(headers.host, 'forms.hr.example');

  const plain = await fetch(`${nginx.plainUrl}/widget.js?a=b`, { redirect: 'manual' });
  assert.equal(plain.status, 308);
  assert.equal(plain.headers.get('location'), 'https://127.0.0.1/widget.js?a=b');
});

test('nginx keeps a process in rotation after it closes a connection in the middle of a request', async (t) => {
  const breaking: RequestListener = (incoming, response) => {
    if (incoming.method === 'POST') incoming.socket.destroy();
    else response.end();
  };
  const processes = [await serve(t, breaking), await serve(t, breaking)];
  const nginx = await startNginx(
    NGINX,
    processes.map((url) => new URL(url).host),
  );
  t.after(() => nginx.stop());

  for (const _process of processes) {
    const refused = await send(`${nginx.url}/bootstrap`, { method: 'POST' });
    refused.resume();
    assert.equal(refused.statusCode, 502);
  }
  const response = await send(`${nginx.url}/widget.js`);
  response.resume();
  assert.equal(response.statusCode, 200);

  // A larger body, for which the proxy would close the connection, does not reach it.
  for (const [path, limit] of [
    ['bootstrap', 256 * 1024],
    ['precandidate/p/submission/f', 8 * 1024 * 1024],
    ['webhooks/person-completed', 8 * 1024 * 1024],
  ] as const) {
    const headers = { 'content-length': String(limit + 1) };
    const tooLarge = await send(`${nginx.url}/${path}`, { method: 'POST', headers });
    tooLarge.resume();
    assert.equal(tooLarge.statusCode, 413, path);
  }
});
