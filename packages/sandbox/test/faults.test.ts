import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  PERU,
  send,
  sharedClient,
  startClient,
  type Client,
  type Json,
  type PrecandidateRecord,
} from './support/client.ts';
import { until } from 'precandidate-testing/until.ts';
import cases from './faults.json' with { type: 'json' };

const sandbox = sharedClient();
afterEach(() => sandbox.control('DELETE', '/faults'));

const CREATION = { pipeline_name: 'peru_basic' };
const FORMS = { path: '/forms/' };

const addFault = async (fault: Json, at: Client = sandbox) => {
  const { status, text } = await at.control('POST', '/faults', fault);
  assert.equal(status, 204, text);
};
const statusOf = async (record: PrecandidateRecord) =>
  (await sandbox.reread(record)).precandidate_status;
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

interface FaultCase {
  fault: Json;
  status: number;
  type: string;
  /** Pattern of the body. */
  text: string;
  header?: string;
}
for (const { fault, status, type, text, header } of cases.responses as FaultCase[])
  test(`${JSON.stringify(fault)}: before, the request has no effect; after, it takes effect`, async () => {
    for (const [when, stored] of EFFECTS) {
      const record = await sandbox.create('peru_basic');
      await addFault({ ...fault, when, match: { method: 'POST', ...FORMS } });
      const response = await send(record.form_url, { method: 'POST', body: PERU });
      assert.deepEqual([response.status, response.headers.get('content-type')], [status, type]);
      assert.match(response.text, new RegExp(text));
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
  for (const wrong of cases.invalid)
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
    assert.equal((await sandbox.reread(record)).form_url, shown);
  }
  assert.equal((await sandbox.control('POST', path, { form_url: 'nowhere' })).status, 422);
});
