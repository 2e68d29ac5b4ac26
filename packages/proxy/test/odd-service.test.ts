import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sharedPair, startPair } from 'precandidate-testing/pair.ts';
import { serve } from 'precandidate-testing/resources.ts';
import { assertProblem } from 'precandidate-testing/service.ts';
import { PERU } from './submission-helpers.ts';

const pair = sharedPair();
const CREATION = { country_code: 'PE', pipeline_name: 'peru_basic' };
const LIST = '[{"person_id":"p"}]';

for (const [encoding, encode] of [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['gzip, identity', gzipSync],
  ['', Buffer.from],
] as const)
  test(`reads a response that a gateway sent with the encoding '${encoding}'`, async (t) => {
    const origin = await serve(t, (_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(encode(LIST));
    });
    const own = await startPair(t, { env: { UPSTREAM_URL: `${origin}/v3` } });
    assert.equal(await (await own.backend('/precandidate/p')).text(), LIST);
  });

test('keeps polling a person whom the service does not know yet', async () => {
  const match = { method: 'GET', path: '/v3/precandidate/' };
  await pair.fault({ match, kind: 'status', status: 404 });
  await pair.fault({ match, kind: 'status', status: 200, body: [] });
  const created = await pair.backend('/precandidate', {
    body: { country_code: 'PE', pipeline_name: 'no_fields' },
  });
  const { precandidate_id } = (await created.json()) as { precandidate_id: string };
  await pair.control(`/calls/${precandidate_id}`, {});
  await pair.receiver.next(
    ({ event, text }) => event.type === 'precandidate.submitted' && text.includes(precandidate_id),
  );
});

test('never puts an identifier into a path that would change it', async (t) => {
  const own = await startPair(t);
  const body = {
    person_id: '../../secret?x=1',
    precandidate_id: 'f',
    form_url: 'https://f.example',
  };
  await own.fault({ match: { method: 'POST' }, kind: 'status', status: 201, body });
  await own.backend('/precandidate', { body: { country_code: 'PE' } });
  await own.webhook({ id: '../precandidate/x?y=', status: 'PASSED' });
  await own.receiver.next(({ text }) => text.includes('x?y='));
  assert.match(await own.metrics(), /^precandidate_polled_persons 0$/m);
  assert.deepEqual(await own.requestedPaths(), ['/v3/precandidate']);
});

for (const [form_url, shown] of [
  ['https://forms.example/x', 'https://forms.example/x'],
  ['javascript:alert(1)', undefined],
  ['/forms/x', undefined],
  [7, undefined],
] as const)
  test(`a problem names the hosted form only by a web address: ${form_url}`, async () => {
    const ids = { person_id: crypto.randomUUID(), form_id: 'f' };
    const record = { ...ids, precandidate_id: 'f', precandidate_status: 'CREATED', form_url };
    const says = (path: string, body: unknown) =>
      pair.fault({ match: { path }, kind: 'status', status: 200, times: 0, body });
    await says('/schema/', []);
    await says(`/v3/precandidate/${ids.person_id}`, [record]);
    const { token } = await pair.session(ids);
    const opened = await pair.bootstrap({ session: token });
    assert.equal((await assertProblem(opened, 'schema-unusable')).form_url, shown);
  });

for (const path of ['/precandidate', '/pe/persons'])
  test(`POST ${path} says that the record exists when its answer breaks off`, async () => {
    await pair.fault({ match: { method: 'POST' }, kind: 'truncated', when: 'after' });
    const created = await pair.backend(path, { body: CREATION });
    const { detail } = await assertProblem(created, 'service-answer-unusable');
    assert.match(detail ?? '', /so the record exists/);
  });

for (const body of ['null', '[]', '"p"'])
  test(`says that the precandidate exists when its answer is ${body}, no record`, async () => {
    await pair.fault({ match: { method: 'POST' }, kind: 'status', status: 201, body });
    const created = await pair.backend('/precandidate', { body: CREATION });
    const { detail } = await assertProblem(created, 'service-answer-unusable');
    assert.match(detail ?? '', /so the record exists/);
  });

test('says that the precandidate exists when its answer is no JSON', async () => {
  await pair.fault({ match: { method: 'POST' }, kind: 'not-json', when: 'after' });
  const created = await pair.backend('/precandidate', { body: CREATION });
  const { detail } = await assertProblem(created, 'service-answer-unusable');
  assert.match(detail ?? '', /so the record exists/);
});

for (const path of ['/precandidate', '/pe/persons']) {
  for (const [what, fault] of [
    ['is reset', { kind: 'reset', when: 'after' }],
    ['is a 500', { kind: 'status', status: 500, when: 'after' }],
  ] as const)
    test(`POST ${path} says that the record may exist when its answer ${what}`, async () => {
      await pair.fault({ match: { method: 'POST' }, ...fault });
      const created = await pair.backend(path, { body: CREATION });
      const { detail } = await assertProblem(created, 'service-unavailable');
      assert.match(detail ?? '', /may have created the record/);
    });

  test(`POST ${path} says that a service without a connection received nothing`, async (t) => {
    const own = await startPair(t, { env: { UPSTREAM_URL: 'http://127.0.0.1:9/v3' } });
    const created = await own.backend(path, { body: CREATION });
    const { detail } = await assertProblem(created, 'service-unavailable');
    assert.equal(detail, 'The service did not receive the request');
  });

  for (const status of [202, 206])
    test(`POST ${path} responds with a documented status when the service’s is ${status}`, async () => {
      const body = { person_id: crypto.randomUUID(), precandidate_id: 'f' };
      await pair.fault({ match: { method: 'POST' }, kind: 'status', status, body });
      const created = await pair.backend(path, { body: CREATION });
      assert.deepEqual([created.status, await created.json()], [200, body]);
    });
}

for (const status of [402, 407, 411, 431, 451])
  test(`a hosted form that responds with ${status} has not refused the data`, async () => {
    const ana = await pair.candidate();
    await pair.fault({ match: { method: 'POST', path: '/forms/' }, kind: 'status', status });
    await assertProblem(await ana.submit(PERU, 'a-key'), 'service-refused-request');
    assert.equal((await ana.submit(PERU, 'a-key')).status, 200);
  });

test('ignores a byte order mark before what the service answers', async (t) => {
  const record = JSON.stringify({
    person_id: 'p',
    precandidate_id: 'f',
    precandidate_status: 'CREATED',
    form_url: 'http://127.0.0.1/f',
  });
  const answers: Record<string, string> = {
    'POST /v3/precandidate': record,
    'POST /v3/pe/persons': '"p"',
    'GET /v3/precandidate/p': `[${record}]`,
    'GET /v3/precandidate/p/schema/f': '{"type":"object","properties":{"a":{"type":"string"}}}',
    'GET /v3/pe/persons/p/status': '{"id":"p","status":"PASSED"}',
  };
  const origin = await serve(t, ({ method, url }, response) => {
    const answer = answers[`${method} ${url}`];
    response.writeHead(answer === undefined ? 404 : method === 'POST' ? 201 : 200);
    response.end(`\ufeff${answer}`);
  });
  const own = await startPair(t, {
    env: { UPSTREAM_URL: `${origin}/v3`, FORM_HOSTS: '127.0.0.1' },
  });
  for (const path of ['/precandidate', '/pe/persons']) {
    const created = await own.backend(path, { body: CREATION });
    assert.equal(created.status, 201);
    assert.equal(await created.text(), answers[`POST /v3${path}`]);
  }
  const { token } = await own.session({ person_id: 'p', form_id: 'f' });
  assert.equal((await own.bootstrap({ session: token })).status, 200);
  assert.equal((await own.backend('/pe/persons/p/status')).status, 200);
});

for (const status of [401, 403])
  test(`a hosted form that responds with ${status} is not reported as a refused API key`, async () => {
    const ana = await pair.candidate();
    await pair.fault({ match: { method: 'POST', path: '/forms/' }, kind: 'status', status });
    await assertProblem(await ana.submit(PERU), 'hosted-form-refused');
  });

test('does not report a refused read as a validation failure', async () => {
  await pair.fault({ match: { path: '/reports/' }, kind: 'status', status: 422 });
  await assertProblem(await pair.backend('/pe/reports/p'), 'service-refused-request');
});

test('a person has one spelling: a service that ignores case does not get a form twice', async (t) => {
  const person_id = 'abcdef01-0000-4000-8000-000000000000';
  const record = { person_id, precandidate_id: 'f', precandidate_status: 'CREATED' };
  const origin = await serve(t, ({ url = '' }, response) => {
    const isSchema = url.endsWith('/schema/f');
    response.writeHead(200).end(JSON.stringify(isSchema ? { type: 'object' } : [record]));
  });
  const own = await startPair(t, { env: { UPSTREAM_URL: `${origin}/v3` } });
  const mint = (id: string) =>
    own.backend('/sessions', { body: { person_id: id, form_id: 'f', html: false } });
  assert.equal((await mint(person_id)).status, 201);
  await assertProblem(await mint(person_id.toUpperCase()), 'form-not-found');
});
