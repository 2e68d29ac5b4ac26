import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Problem } from 'precandidate-contract';
import { isAllowedHost } from '../src/shared/allowed-host.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { ORIGIN, startPair, WEBHOOK_SECRET } from '../../../tests/stage/pair.ts';
import { until } from '../../../tests/stage/until.ts';

for (const [encoding, encode] of [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['gzip, identity', gzipSync],
  ['', Buffer.from],
] as const)
  test(`reads a response that a gateway sent with the encoding '${encoding}'`, async (t) => {
    const { apiUrl } = await startScriptedService(t, (_, response) => {
      response.writeHead(201, { 'content-encoding': encoding });
      response.end(encode(JSON.stringify(recordOf('p'))));
    });
    const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
    const created = await pair.backend('/precandidate', { body: { country_code: 'PE' } });
    assert.equal(created.status, 201);
    assert.deepEqual(await created.json(), recordOf('p'));
  });

test('keeps polling a person whom the service does not know yet', async (t) => {
  let polls = 0;
  const { apiUrl } = await startScriptedService(t, ({ method }, response) => {
    if (method === 'POST') return response.end(JSON.stringify(recordOf('p')));
    polls += 1;
    if (polls === 1) return response.writeHead(404).end();
    if (polls === 2) return response.end('[]');
    return response.end(JSON.stringify([recordOf('p', 'SUBMITTED')]));
  });
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  await pair.backend('/precandidate', { body: { country_code: 'PE' } });
  const { event } = await pair.receiver.next((one) => one.event.type === 'precandidate.submitted');
  assert.ok(event.type === 'precandidate.submitted');
  assert.equal(event.data.precandidate_id, 'form-p');
});

test('never puts an identifier into a path that would change it', async (t) => {
  const { apiUrl, requests } = await startScriptedService(t, (_, response) =>
    response.end(JSON.stringify({ ...recordOf('p'), person_id: '../../secret?x=1' })),
  );
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  await pair.backend('/precandidate', { body: { country_code: 'PE' } });
  await fetch(`${pair.url}/webhooks/person-completed`, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET },
    body: JSON.stringify({ id: '../precandidate/x?y=', status: 'PASSED' }),
  });
  await pair.receiver.next(({ text }) => text.includes('x?y='));
  const polled = () => fetch(`${pair.url}/metrics`).then((response) => response.text());
  await until(async () => /polls_total\{outcome="failed"\} [1-9]/.test(await polled()));
  assert.deepEqual(requests, ['POST /v3/precandidate']);
});

for (const [form_url, shown] of [
  ['https://forms.example/x', 'https://forms.example/x'],
  ['javascript:alert(1)', undefined],
  ['/forms/x', undefined],
  [7, undefined],
] as const)
  test(`a problem names the hosted form only by a web address: ${form_url}`, async (t) => {
    const { apiUrl } = await startScriptedService(t, ({ url = '' }, response) =>
      response.end(
        JSON.stringify(url.includes('/schema/') ? [] : [{ ...recordOf('p'), form_url }]),
      ),
    );
    const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
    const body = { person_id: 'p', form_id: 'form-p', html: false };
    const { token } = (await (await pair.backend('/sessions', { body })).json()) as {
      token: string;
    };
    const opened = await fetch(`${pair.url}/bootstrap`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: ORIGIN },
      body: JSON.stringify({ session: token }),
    });
    const problem = (await opened.json()) as Problem;
    assert.match(problem.type, /schema-unusable$/);
    assert.equal(problem.form_url, shown);
  });

test('does not report a refused read as a validation failure', async (t) => {
  const { apiUrl } = await startScriptedService(t, (_, response) => response.writeHead(422).end());
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const answer = await pair.backend('/pe/reports/p');
  assert.equal(answer.status, 502);
  assert.match(((await answer.json()) as Problem).type, /service-refused-request$/);
});

test('reports a created person whatever the body of the response', async (t) => {
  const { apiUrl } = await startScriptedService(t, (_, response) =>
    response.writeHead(201).end('an id in plain text'),
  );
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const answer = await pair.backend('/pe/persons', { body: { document_id: '1' } });
  assert.equal(answer.status, 201);
  assert.equal(await answer.text(), 'an id in plain text');
});

test('sends no form in clear text when the service uses https', () => {
  const secure = { hosts: ['forms.example', 'api.example:8443'], onlyHttps: true };
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
