import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { bytesOf } from '../fuzz/requests.ts';
import { sendBytes } from '../fuzz/wire.ts';
import { sharedPair } from '../stage/pair.ts';
import {
  BACKEND_KEY,
  ORIGIN,
  newPrecandidate,
  newSession,
  proxySettings,
  requestProxy,
} from '../stage/service.ts';
import { assertWireProblem } from './assert-wire-problem.ts';

const INJECTED = 'x\r\nX-Injected: yes\r\n\r\n<script>';

describe('a line break is never written into a header', () => {
  const service = sharedPair();

  test('not from an identifier, a locale, an origin, or an idempotency key', async () => {
    const { url } = service;
    const record = await newPrecandidate(url);
    const bodies = [
      { person_id: INJECTED, form_id: 'f' },
      { person_id: 'p', form_id: INJECTED },
      { person_id: 'p', form_id: 'f', locale: INJECTED },
      { person_id: 'p', form_id: 'f', origin: `${ORIGIN}\r\nx: y` },
      { session_id: INJECTED },
    ];
    for (const body of bodies)
      for (const path of [PATHS.sessions, PATHS.revokeSessions]) {
        const answer = await requestProxy(url, path, { body });
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.equal(answer.headers.get('x-injected'), null);
      }
    const token = await newSession(url, record);
    const target = PATHS.submission(record.person_id, record.precandidate_id);
    const bytes = bytesOf({
      method: 'POST',
      target,
      headers: [
        ['Authorization', `Bearer ${token}`],
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', 'a\u0001b'],
      ],
      body: Buffer.from('{}'),
    });
    const [answer] = await sendBytes(url, bytes);
    assertWireProblem(answer, ['invalid-request', 'idempotency-key-missing']);
  });

  test('ignores the caller’s X-Request-Id', async () => {
    const how = { headers: { 'x-request-id': 'chosen-by-the-caller' } };
    const answer = await requestProxy(service.url, '/healthz', how);
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });

  test('custom_data and webhook_headers go to the service as JSON and into no header', async () => {
    const { url } = service;
    const person = {
      document_id: '44556677',
      pipeline: { name: 'peru_basic' },
      custom_data: INJECTED,
      webhook_headers: { [INJECTED]: INJECTED, 'x-mine': INJECTED },
    };
    const answer = await requestProxy(url, PATHS.persons('pe'), { body: person });
    assert.equal(answer.headers.get('x-injected'), null);
    assert.ok(answer.status < 500, String(answer.status));
  });

  test('a path that decodes to a line break is not found', async () => {
    for (const path of ['/pe/reports/a%0d%0aX-Injected:%20yes', '/locodes/pe%0d%0a.json']) {
      const headers: [string, string][] = [['Authorization', `Bearer ${BACKEND_KEY}`]];
      const bytes = bytesOf({ method: 'GET', target: path, headers, body: null });
      const [answer] = await sendBytes(service.url, bytes);
      assertWireProblem(answer, ['record-not-found', 'path-not-found', 'country-not-found']);
      assert.equal(answer?.headers['x-injected'], undefined);
    }
  });

  test('settings that would break a header are refused at the start and not repeated', async () => {
    const settings = proxySettings(service.sandbox);
    const cases = {
      UPSTREAM_API_KEY: 'key\r\nX-Injected: yes',
      WEBHOOK_HEADER: 'X-Secret\r\nX-Injected',
      RELAY_URL: 'http://user:secret@relay.example/\r\nX-Injected',
      RELAY_SECRET: 'whsec_\r\nX-Injected',
    };
    for (const [name, value] of Object.entries(cases))
      await assert.rejects(startProxy({ ...settings, [name]: value }), (error: Error) => {
        assert.match(error.message, new RegExp(`\\b${name}\\b`));
        assert.doesNotMatch(error.message, /Injected|secret@/);
        return true;
      });
  });
});
