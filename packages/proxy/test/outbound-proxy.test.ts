import assert from 'node:assert/strict';
import { createServer, request as ask } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { startPair } from 'precandidate-testing/pair.ts';
import { PERU } from './submission-helpers.ts';

/** A proxy as networks have them: plain requests by their whole address, tunnels by CONNECT. */
async function startForwarder(t: TestContext) {
  const relayed: { target: string; credentials: string | undefined }[] = [];
  const server = createServer((incoming, response) => {
    const target = new URL(incoming.url ?? '');
    relayed.push({ target: target.host, credentials: incoming.headers['proxy-authorization'] });
    const { method = 'GET', headers } = incoming;
    const onward = ask(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket) => {
    const { hostname, port, host } = new URL(`http://${incoming.url}`);
    relayed.push({ target: host, credentials: incoming.headers['proxy-authorization'] });
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, relayed };
}

test('calls the service, hosted forms, and relay endpoints through OUTBOUND_PROXY', async (t) => {
  const forwarder = await startForwarder(t);
  const pair = await startPair(t, { env: { OUTBOUND_PROXY: `http://op:pw@${forwarder.host}` } });
  const ana = await pair.candidate();
  assert.equal((await ana.submit(PERU)).status, 200);
  await pair.receiver.next(({ event }) => event.type === 'precandidate.submitted');
  const through = new Set(forwarder.relayed.map(({ target }) => target));
  const wanted = [pair.sandbox.url, pair.receiver.url].map((url) => new URL(url).host);
  assert.deepEqual([...through].sort(), wanted.sort());
  const basic = `Basic ${Buffer.from('op:pw').toString('base64')}`;
  assert.ok(forwarder.relayed.every(({ credentials }) => credentials === basic));
});

test('calls hosts of OUTBOUND_PROXY_EXCEPT directly', async (t) => {
  const forwarder = await startForwarder(t);
  const env = {
    OUTBOUND_PROXY: `http://${forwarder.host}`,
    OUTBOUND_PROXY_EXCEPT: 'other.example,127.0.0.1',
  };
  const pair = await startPair(t, { env });
  const ana = await pair.candidate();
  assert.equal((await ana.submit(PERU)).status, 200);
  assert.deepEqual(forwarder.relayed, []);
});

test('reports a proxy that is down to the candidate, and sends nothing', async (t) => {
  const pair = await startPair(t, { env: { OUTBOUND_PROXY: 'http://127.0.0.1:9' } });
  const answer = await pair.backend('/precandidate', { body: { country_code: 'PE' } });
  assert.equal(answer.status, 503);
});
