import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { HOSTILE_TEXTS } from '../fuzz/hostile-values.ts';
import { newPrecandidate, newSession } from '../stage/ask-proxy.ts';
import { openService, ORIGIN } from '../stage/open-service.ts';
import { FORGERIES, readPart } from './forgeries.ts';

describe('the page for browsers without scripts', () => {
  const service = openService();

  async function form() {
    const record = await newPrecandidate(service.proxy.url);
    const token = await newSession(service.proxy.url, record);
    const url = service.proxy.url + PATHS.page(record.person_id, record.precandidate_id);
    const post = (fields: [string, string][], headers: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        headers: { origin: ORIGIN, ...headers },
        body: new URLSearchParams(fields),
      });
    return { token, post };
  }

  test('shows what was sent as text, whatever it is, in whatever field', async () => {
    const { token, post } = await form();
    for (const text of HOSTILE_TEXTS) {
      const answer = await post(
        [
          ['session', token],
          ['document_id', text],
          [text, text],
        ],
        { 'accept-language': encodeURIComponent(text.toWellFormed()).slice(0, 200) },
      );
      assert.ok(answer.status < 500, text);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.doesNotMatch(answer.headers.get('content-security-policy') ?? '', /script-src|unsafe/);
      const html = await answer.text();
      assert.doesNotMatch(html, /<script|<img src=x|onerror=alert\(1\)>/i, text);
    }
  });

  test('poisons no prototype by the name of a field', async () => {
    const { token, post } = await form();
    for (const name of [
      '__proto__',
      '__proto__.polluted',
      'constructor.prototype.polluted',
      'a.__proto__',
    ])
      await post([
        ['session', token],
        [name, 'yes'],
      ]);
    assert.ok(!('polluted' in {}));
  });

  test('opens with the token as the header does: forgeries, another origin, another form', async () => {
    const { token, post } = await form();
    const [header, claims] = token.split('.').slice(0, 2).map(readPart);
    for (const [what, forge, name] of FORGERIES) {
      const answer = await post([['session', forge(header ?? {}, claims ?? {})]]);
      assert.ok([401, 403].includes(answer.status), `${what}: ${answer.status}, not ${name}`);
    }
    const fields: [string, string][] = [['session', token]];
    const elsewhere = await post(fields, { origin: 'https://evil.example' });
    assert.equal(elsewhere.status, 403);
    const other = await form();
    assert.equal((await other.post(fields)).status, 403);
  });
});
