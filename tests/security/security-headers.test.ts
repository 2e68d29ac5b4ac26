import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { bytesOf } from '../fuzz/requests.ts';
import { sendBytes } from '../fuzz/wire.ts';
import { sharedPair } from 'precandidate-testing/pair.ts';
import { ORIGIN, newPrecandidate, newSession, requestProxy } from 'precandidate-testing/service.ts';

/** Headers of every response. */
const EVERYWHERE = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

describe('security headers', () => {
  const service = sharedPair();

  test('are on responses, problems, files, redirects, and streams', async () => {
    const { url } = service;
    const record = await newPrecandidate(url);
    const token = await newSession(url, record);
    const of = (path: string, how: object = {}) => requestProxy(url, path, how);
    const status = PATHS.status(record.person_id, record.precandidate_id);
    const kinds: [string, Promise<Response>][] = [
      ['an answer', of('/healthz')],
      ['metrics', of('/metrics')],
      ['/openapi.json', of('/openapi.json')],
      ['a relayed answer', of(PATHS.precandidate(record.person_id))],
      ['a list of cities', of('/locodes/PE.json')],
      ['the loader', of('/widget.js')],
      ['a path that is not there', of('/nowhere')],
      ['a method that is not taken', of('/healthz', { method: 'PUT' })],
      ['a path that cannot be read', of('/%zz')],
      ['a parameter that is too long', of(`/precandidate/${'x'.repeat(300)}`)],
      ['a file that is not there', of('/widget/none.js')],
      ['a refused key', of(PATHS.deliveries, { token: 'wrong' })],
      ['a refused body', of(PATHS.sessions, { body: '{' })],
      ['a body that is too large', of(PATHS.sessions, { body: 'x'.repeat(300_000) })],
      ['a snapshot', of(status, { token, origin: ORIGIN })],
      ['a stream', of(status, { token, origin: ORIGIN, headers: { accept: 'text/event-stream' } })],
      [
        'a preflight',
        of(status, {
          method: 'OPTIONS',
          origin: ORIGIN,
          headers: { 'access-control-request-method': 'GET' },
        }),
      ],
    ];
    for (const [what, pending] of kinds) {
      const answer = await pending;
      const said = Object.fromEntries(
        Object.keys(EVERYWHERE).map((name) => [name, answer.headers.get(name)]),
      );
      assert.deepEqual(said, EVERYWHERE, what);
      for (const name of ['server', 'x-powered-by'])
        assert.equal(answer.headers.get(name), null, what);
      await answer.body?.cancel();
    }
  });

  test('an invalid request gets a typed response that no cache stores', async () => {
    for (const request of [
      'NOT HTTP\r\n\r\n',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ]) {
      const [answer] = await sendBytes(service.url, Buffer.from(request));
      assert.equal(answer?.headers['x-content-type-options'], 'nosniff');
      assert.equal(answer?.headers['cache-control'], 'no-store');
    }
  });

  test('only public responses may be cached and read from other origins', async () => {
    const target = '/locodes/PE.json';
    const [cities] = await sendBytes(
      service.url,
      bytesOf({ method: 'GET', target, headers: [], body: null }),
    );
    assert.equal(cities?.headers['cross-origin-resource-policy'], 'cross-origin');
    for (const path of ['/healthz', '/metrics', PATHS.deliveries]) {
      const answer = await requestProxy(service.url, path);
      assert.equal(answer.headers.get('cache-control'), 'no-store', path);
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin', path);
    }
  });
});
