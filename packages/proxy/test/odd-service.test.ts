import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Problem } from 'precandidate-contract';
import { isAllowedHost } from '../src/shared/allowed-host.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { startPair, WEBHOOK_SECRET } from './start-pair.ts';

const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } };

test('an answer that a gateway compressed is read', async (t) => {
  const { apiUrl } = await startScriptedService(t, (_, response) => {
    response.writeHead(201, { 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(recordOf('p'))));
  });
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const created = await pair.backend('/precandidate', { body: { country_code: 'PE' } });
  assert.equal(created.status, 201);
  assert.deepEqual(await created.json(), recordOf('p'));
});

test('a person that the service does not know yet goes on being watched', async (t) => {
  let looks = 0;
  const { apiUrl } = await startScriptedService(t, ({ method }, response) => {
    if (method === 'POST') return response.end(JSON.stringify(recordOf('p')));
    looks += 1;
    if (looks === 1) return response.writeHead(404).end();
    if (looks === 2) return response.end('[]');
    return response.end(JSON.stringify([recordOf('p', 'SUBMITTED')]));
  });
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  await pair.backend('/precandidate', { body: { country_code: 'PE' } });
  const { event } = await pair.receiver.next((one) => one.event.type === 'precandidate.submitted');
  assert.ok(event.type === 'precandidate.submitted');
  assert.equal(event.data.precandidate_id, 'form-p');
});

test('more forms at once than the cache holds: each gets its schema', async (t) => {
  const { apiUrl } = await startScriptedService(t, ({ url = '' }, response) => {
    const body = url.includes('/schema/') ? SCHEMA : [];
    setTimeout(() => response.end(JSON.stringify(body)), 50);
  });
  const pair = await startPair(t, {
    env: { UPSTREAM_URL: apiUrl, UPSTREAM_RPS: '10000', RATE_LIMIT: '100000' },
  });
  const statuses = await Promise.all(
    Array.from({ length: 520 }, async (_, index) => {
      const [person_id, form_id] = [`p${index}`, `f${index}`];
      const minted = await pair.backend('/sessions', { body: { person_id, form_id } });
      const { token } = (await minted.json()) as { token: string };
      const answer = await fetch(`${pair.url}/precandidate/${person_id}/schema/${form_id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.status;
    }),
  );
  assert.deepEqual([...new Set(statuses)], [200]);
});

test('an identifier that would lead elsewhere is never put into a path', async (t) => {
  const { apiUrl, asked } = await startScriptedService(t, (_, response) =>
    response.end(JSON.stringify({ ...recordOf('p'), person_id: '../../secret?x=1' })),
  );
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl, WEBHOOK_VERIFY: 'reread' } });
  await pair.backend('/precandidate', { body: { country_code: 'PE' } });
  await fetch(`${pair.url}/webhooks/person-completed`, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET },
    body: JSON.stringify({
      id: '../precandidate/x?y=',
      status: 'PASSED',
      _links: { self: { href: '/v3/pe/reports/x' } },
    }),
  });
  const dead = async () => {
    const answer = await pair.backend('/deliveries?state=dead');
    return ((await answer.json()) as { deliveries: { last_outcome: string }[] }).deliveries;
  };
  let given = await dead();
  while (given.length === 0) given = await dead();
  assert.equal(given[0]?.last_outcome, 'person-unknown');
  assert.deepEqual(asked, ['POST /v3/precandidate']);
});

test('a read that the service refuses is not called a validation', async (t) => {
  const { apiUrl } = await startScriptedService(t, (_, response) => response.writeHead(422).end());
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const answer = await pair.backend('/pe/reports/p');
  assert.equal(answer.status, 502);
  assert.match(((await answer.json()) as Problem).type, /service-refused-request$/);
});

test('a person that was created is told so, whatever the answer’s body', async (t) => {
  const { apiUrl } = await startScriptedService(t, (_, response) =>
    response.writeHead(201).end('an id in plain text'),
  );
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const answer = await pair.backend('/pe/persons', { body: { document_id: '1' } });
  assert.equal(answer.status, 201);
  assert.equal(await answer.text(), 'an id in plain text');
});

test('where the service speaks https, a form is not sent in clear text', () => {
  const secure = { hosts: ['forms.example', 'api.example:8443'], only_https: true };
  for (const [address, allowed] of [
    ['https://forms.example/x', true],
    ['https://forms.example:444/x', true],
    ['https://api.example:8443/x', true],
    ['https://api.example/x', false],
    ['http://forms.example/x', false],
    ['https://user:pw@forms.example/x', false],
    ['https://forms.example.evil/x', false],
    ['javascript:alert(1)', false],
    ['/x', false],
  ] as const)
    assert.equal(isAllowedHost(address, secure), allowed, address);
});
