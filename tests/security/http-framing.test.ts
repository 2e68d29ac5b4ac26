import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sendBytes } from '../fuzz/wire.ts';
import { sharedPair } from '../stage/pair.ts';
import { BACKEND_KEY } from '../stage/service.ts';
import { assertWireProblem } from './assert-wire-problem.ts';

const KEY = `Authorization: Bearer ${BACKEND_KEY}`;

/** What is ambiguous → the bytes of the request. */
const REFUSED = JSON.parse(
  readFileSync(new URL('ambiguous-requests.json', import.meta.url), 'utf8'),
) as Record<string, string>;

describe('an ambiguous request is refused', () => {
  const service = sharedPair();
  const send = (...lines: string[]) =>
    sendBytes(service.url, Buffer.from(lines.join('\r\n'), 'latin1'));

  for (const [what, text] of Object.entries(REFUSED))
    test(`${what}: one problem, and the connection closes`, async () => {
      const answers = await send(text.replace('{key}', KEY));
      assert.equal(answers.length, 1);
      assertWireProblem(answers[0], ['invalid-request', 'malformed-body']);
    });
});

describe('other properties of a request', () => {
  const service = sharedPair();
  const send = (...lines: string[]) =>
    sendBytes(service.url, Buffer.from(lines.join('\r\n'), 'latin1'));

  test('headers beyond 16 kB: headers-too-large', async () => {
    const [answer] = await send(
      'GET /healthz HTTP/1.1',
      'Host: a',
      `X-A: ${'b'.repeat(20_000)}`,
      '',
      '',
    );
    assertWireProblem(answer, ['headers-too-large']);
  });

  test('a URL longer than the header limit: headers-too-large', async () => {
    const [answer] = await send(`GET /${'a'.repeat(20_000)} HTTP/1.1`, 'Host: a', '', '');
    assertWireProblem(answer, ['headers-too-large']);
  });

  test('a method override header is ignored', async () => {
    const [answer] = await send(
      'GET /sessions HTTP/1.1',
      'Host: a',
      KEY,
      'X-HTTP-Method-Override: POST',
      'X-HTTP-Method: POST',
      'X-Method-Override: POST',
      '',
      '',
    );
    assertWireProblem(answer, ['method-not-allowed']);
  });

  test('HTTP/1.0 gets a response, and the connection closes', async () => {
    const answers = await send('GET /healthz HTTP/1.0', '', '');
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200],
    );
    assert.equal(answers[0]?.headers['connection'], 'close');
  });

  test('of two Authorization headers, the first counts', async () => {
    const [answer] = await send(
      'GET /deliveries HTTP/1.1',
      'Host: a',
      'Authorization: Bearer wrong',
      KEY,
      '',
      '',
    );
    assertWireProblem(answer, ['unauthorized']);
  });
});
