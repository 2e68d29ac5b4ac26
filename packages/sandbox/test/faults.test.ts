import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  send,
  sharedClient,
  startClient,
  type Client,
  type Json,
  type PrecandidateRecord,
} from './support/client.ts';
import { until } from '../../../tests/stage/until.ts';

const sandbox = sharedClient();
afterEach(() => sandbox.control('DELETE', '/faults'));

const PERU = { document_id: '45678912', city_locode: 'PE LIM' };
const CREATION = { pipeline_name: 'peru_basic' };
const FORMS = { path: '/forms/' };

const addFault = async (fault: Json, at: Client = sandbox) => {
  const { status, text } = await at.control('POST', '/faults', fault);
  assert.equal(status, 204, text);
};
const listed = async ({ person_id }: PrecandidateRecord) => {
  const path = `/precandidate/${person_id}`;
  return (await sandbox.api<PrecandidateRecord[]>('GET', path)).body[0];
};
const statusOf = async (record: PrecandidateRecord) => (await listed(record))?.precandidate_status;
const post = ({ form_url }: PrecandidateRecord, init: RequestInit = {}) =>
  fetch(form_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PERU),
    ...init,
  });
/** Resolves when the path was requested. */
const requested = (path: string, at: Client = sandbox) =>
  until(async () => {
    const { body } = await at.control<{ last: Json[] }>('GET', '/requests');
    return body.last.some((request) => request.path === path);
  });

const EFFECTS = [
  ['before', 'CREATED'],
  ['after', 'SUBMITTED'],
] as const;

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const RESPONSES: [fault: Json, status: number, type: string, text: RegExp, header?: string][] = [
  [{ kind: 'status' }, 500, JSON_TYPE, /Injected fault/],
  [{ kind: 'status', status: 418, body: { a: 1 } }, 418, JSON_TYPE, /^\{"a":1\}$/],
  [{ kind: 'status', body: 'plain words' }, 500, JSON_TYPE, /^plain words$/],
  [{ kind: 'not-json' }, 200, JSON_TYPE, /^this is not JSON$/],
  [{ kind: 'html' }, 502, HTML_TYPE, /<h1>/],
  [{ kind: 'html', status: 200 }, 200, HTML_TYPE, /Checking your browser/],
  [{ kind: 'redirect' }, 302, HTML_TYPE, /^$/, 'location: /login'],
  [
    { kind: 'redirect', status: 307, location: 'https://login.example/' },
    307,
    HTML_TYPE,
    /^$/,
    'location: https://login.example/',
  ],
  [{ kind: 'too-many', retry_after_s: 7 }, 429, JSON_TYPE, /Too many/, 'retry-after: 7'],
];
for (const [fault, status, type, text, header] of RESPONSES)
  test(`${JSON.stringify(fault)}: before, the request has no effect; after, it takes effect`, async () => {
    for (const [when, stored] of EFFECTS) {
      const record = await sandbox.create('peru_basic');
      await addFault({ ...fault, when, match: { method: 'POST', ...FORMS } });
      const response = await send(record.form_url, { method: 'POST', body: PERU });
      assert.deepEqual([response.status, response.headers.get('content-type')], [status, type]);
      assert.match(response.text, text);
      const [name = '', value] = header?.split(': ') ?? [];
      if (value !== undefined) assert.equal(response.headers.get(name), value);
      assert.equal(await statusOf(record), stored);
    }
  });

test('redirect: leads to a login page', async () => {
  const page = await fetch(`${sandbox.url}/login`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<h1>Sign in<\/h1>/);
});

for (const kind of ['reset', 'truncated'])
  test(`${kind}: the response is lost; after, the data is stored`, async () => {
    for (const [when, stored] of EFFECTS) {
      const record = await sandbox.create('peru_basic');
      await addFault({ kind, when, match: FORMS });
      const text = post(record).then((response) => {
        assert.equal(response.status, 200);
        return response.text();
      });
      await assert.rejects(text, TypeError);
      assert.equal(await statusOf(record), stored);
    }
  });

test('stall: no response; after, the request still takes effect', async () => {
  for (const [when, stored] of EFFECTS) {
    const record = await sandbox.create('peru_basic');
    await addFault({ kind: 'stall', when, match: FORMS });
    const giveUp = new AbortController();
    const response = post(record, { signal: giveUp.signal });
    await requested(`/forms/${record.precandidate_id}`);
    await until(async () => (await statusOf(record)) === stored);
    giveUp.abort();
    await assert.rejects(response, { name: 'AbortError' });
    assert.equal(await statusOf(record), stored);
  }
});

test('delay: the right response comes late, or when the faults are cleared', async () => {
  for (const when of ['before', 'after']) {
    await addFault({ kind: 'delay', delay_ms: 60, when });
    const started = performance.now();
    assert.equal((await sandbox.api('POST', '/precandidate', CREATION)).status, 201);
    assert.ok(performance.now() - started >= 59, when);

    await sandbox.control('DELETE', '/requests');
    await addFault({ kind: 'delay', delay_ms: 3_600_000, when });
    const response = sandbox.api('POST', '/precandidate', CREATION);
    await requested('/v3/precandidate');
    assert.equal((await sandbox.control('DELETE', '/faults')).status, 204);
    assert.equal((await response).status, 201);
  }
});

test('a fault applies to its method and path only, by prefix or regular expression', async () => {
  const { person_id, precandidate_id } = await sandbox.create('peru_basic');
  await addFault({ kind: 'status', match: { method: 'post', path: '/v3/precandidate' } });
  await addFault({ kind: 'status', match: { path: '^/v3/precandidate/[^/]+/schema/' } });
  const list = () => sandbox.api('GET', `/precandidate/${person_id}`);
  const schema = () => sandbox.api('GET', `/precandidate/${person_id}/schema/${precandidate_id}`);
  assert.equal((await list()).status, 200);
  assert.equal((await schema()).status, 500);
  assert.equal((await schema()).status, 200);
  assert.equal((await sandbox.api('POST', '/precandidate', CREATION)).status, 500);
});

test('a fault applies `times` times, with 0 until the faults are cleared', async () => {
  const statuses = async (count: number) => {
    const found: number[] = [];
    while (found.length < count) found.push((await sandbox.api('GET', '/precandidate/p')).status);
    return found;
  };
  await addFault({ kind: 'status', times: 2 });
  assert.deepEqual(await statuses(3), [500, 500, 200]);
  await addFault({ kind: 'status', status: 503, times: 0 });
  assert.deepEqual(await statuses(4), [503, 503, 503, 503]);
  for (const path of ['/healthz', '/readyz', '/_control/pipelines'])
    assert.equal((await sandbox.open('GET', path)).status, 200, path);
  await sandbox.control('DELETE', '/faults');
  assert.deepEqual(await statuses(1), [200]);
});

test('rejects an invalid fault with 422', async () => {
  for (const wrong of [
    {},
    { kind: 'earthquake' },
    { kind: 'delay', delay_ms: -1 },
    { kind: 'status', status: 99 },
    { kind: 'status', match: { path: '(' } },
    { kind: 'status', when: 'never' },
    { kind: 'status', tmies: 1 },
  ])
    assert.equal((await sandbox.control('POST', '/faults', wrong)).status, 422);
  assert.equal((await sandbox.api('GET', '/precandidate/p')).status, 200);
});

test('a sandbox can be closed while a response stalls, and during an outage', async (t) => {
  const own = await startClient(t);
  const record = await own.create('peru_basic');
  await addFault({ kind: 'stall', match: FORMS }, own);
  const response = assert.rejects(post(record), TypeError);
  await requested(`/forms/${record.precandidate_id}`, own);
  await own.control('POST', '/outage', { duration_ms: 60_000 });
  await own.close();
  await response;
});

test('outage: refuses connections for a while, then works as before', async () => {
  const record = await sandbox.create('peru_basic');
  assert.equal((await sandbox.control('POST', '/outage', { duration_ms: 2_000 })).status, 204);
  await assert.rejects(
    until(async () => (await post(record)).status === 0),
    (error: Error) => (error.cause as NodeJS.ErrnoException).code === 'ECONNREFUSED',
  );
  assert.equal(await until(() => statusOf(record).catch(() => undefined)), 'CREATED');
  assert.equal((await post(record)).status, 200);
});

test('form_url: the record has another form_url until it is restored', async () => {
  const record = await sandbox.create('peru_basic');
  const path = `/precandidates/${record.precandidate_id}/form-url`;
  for (const [form_url, shown] of [
    ['https://elsewhere.example/f', 'https://elsewhere.example/f'],
    [null, record.form_url],
  ]) {
    assert.equal((await sandbox.control('POST', path, { form_url })).status, 200);
    assert.equal((await listed(record))?.form_url, shown);
  }
  assert.equal((await sandbox.control('POST', path, { form_url: 'nowhere' })).status, 422);
});
