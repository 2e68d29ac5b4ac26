import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { sharedPair } from '../stage/pair.ts';
import { ORIGIN, requestProxy, newPrecandidate, newSession } from '../stage/service.ts';

/** Valid JSON members that a careless copy would write into a prototype. */
const POISONS = [
  '"__proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"a":{"__proto__":{"polluted":true}}',
  '"a":[{"constructor":{"prototype":{"polluted":true}}}]',
];
const isPolluted = () => 'polluted' in {} || 'polluted' in [];

describe('a body poisons no prototype', () => {
  const service = sharedPair({ env: { WEBHOOK_SECRETS: 'webhook-secret-0123456789' } });

  for (const poison of POISONS)
    test(`${poison}: refused or treated as data, on each path with a body`, async () => {
      const { url } = service;
      const record = await newPrecandidate(url);
      const token = await newSession(url, record);
      const { person_id, precandidate_id: form_id } = record;
      const open = `"person_id":"${person_id}","form_id":"${form_id}"`;
      const valid = '"document_id":"12345678","city_locode":"PE LIM"';
      const ask = async (path: string, body: string, how: object = {}) => {
        const answer = await requestProxy(url, path, { body, ...how });
        assert.ok(answer.status < 500, `${path}: ${answer.status}`);
        assert.ok(!isPolluted(), path);
        return answer;
      };
      await ask(
        PATHS.precandidates,
        `{"country_code":"PE","pipeline_name":"peru_basic",${poison}}`,
      );
      await ask(PATHS.persons('pe'), `{"document_id":"44556677","custom_data":{${poison}}}`);
      await ask(PATHS.sessions, `{${open},${poison}}`);
      await ask(PATHS.sessions, `{${open},"prefill":{${valid},${poison}}}`);
      await ask(PATHS.revokeSessions, `{"session_id":"s",${poison}}`);
      await ask(PATHS.submission(person_id, form_id), `{${valid},${poison}}`, {
        token,
        origin: ORIGIN,
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
      await ask(PATHS.bootstrap, `{"session":"${token}",${poison}}`, {
        origin: ORIGIN,
        headers: { 'content-type': 'text/plain' },
      });
      const webhook = await ask(PATHS.personCompleted, `{"id":"p",${poison}}`, {
        headers: { 'x-webhook-secret': 'webhook-secret-0123456789' },
      });
      assert.equal(webhook.status, 200, 'a webhook is never dropped');
    });
});
