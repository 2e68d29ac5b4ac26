import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  send,
  startClient,
  type Client,
  type Json,
  type PrecandidateRecord,
} from './support/client.ts';
import { until } from './support/until.ts';

const PERU = { document_id: '45678912', city_locode: 'PE LIM' };
const CREATION = { pipeline_name: 'peru_basic' };

const addFault = async (sandbox: Client, fault: Json) => {
  const { status, text } = await sandbox.control('POST', '/faults', fault);
  assert.equal(status, 204, text);
};
const statusOf = async (sandbox: Client, { person_id }: PrecandidateRecord) => {
  const { body } = await sandbox.api<PrecandidateRecord[]>('GET', `/precandidate/${person_id}`);
  return body[0]?.precandidate_status;
};
const post = ({ form_url }: PrecandidateRecord, init: RequestInit = {}) =>
  fetch(form_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PERU),
    ...init,
  });

test('status: responds once with the given status and body', async (t) => {
  const sandbox = await startClient(t);
  await addFault(sandbox, { kind: 'status', status: 418, body: { message: 'ordered' } });
  const first = await sandbox.api('POST', '/precandidate', CREATION);
  assert.deepEqual([first.status, first.body], [418, { message: 'ordered' }]);
  assert.equal((await sandbox.api('POST', '/precandidate', CREATION)).status, 201);
});

test('status: 500 by default; a text body is sent as it is', async (t) => {
  const sandbox = await startClient(t);
  await addFault(sandbox, { kind: 'status' });
  await addFault(sandbox, { kind: 'status', body: 'plain words' });
  assert.equal((await sandbox.api('GET', '/precandidate/p')).status, 500);
  assert.equal((await sandbox.api('GET', '/precandidate/p')).text, 'plain words');
});

test('delay: the right response comes late', async (t) => {
  const sandbox = await startClient(t);
  for (const when of ['before', 'after']) {
    await addFault(sandbox, { kind: 'delay', delay_ms: 60, when });
    const started = performance.now();
    assert.equal((await sandbox.api('POST', '/precandidate', CREATION)).status, 201);
    assert.ok(performance.now() - started >= 59, when);
  }
});

test('delay: clearing the faults releases delayed responses', async (t) => {
  const sandbox = await startClient(t);
  for (const when of ['before', 'after']) {
    await addFault(sandbox, { kind: 'delay', delay_ms: 3_600_000, when });
    const response = sandbox.api('POST', '/precandidate', CREATION);
    await until(async () => {
      const { body } = await sandbox.control<{ last: unknown[] }>('GET', '/requests');
      return body.last.length === 1;
    });
    assert.equal((await sandbox.control('DELETE', '/faults')).status, 204);
    assert.equal((await response).status, 201);
    await sandbox.control('DELETE', '/requests');
  }
});

test('reset: breaks the connection', async (t) => {
  const sandbox = await startClient(t);
  const record = await sandbox.create('peru_basic');
  await addFault(sandbox, { kind: 'reset', match: { path: '/forms/' } });
  await assert.rejects(post(record), TypeError);
  assert.equal(await statusOf(sandbox, record), 'CREATED');
});

test('truncated: complete headers and half of the body', async (t) => {
  const sandbox = await startClient(t);
  for (const when of ['before', 'after']) {
    await addFault(sandbox, { kind: 'truncated', when });
    const headers = { 'x-api-key': sandbox.apiKey };
    const response = await fetch(`${sandbox.apiUrl}/precandidate/p`, { headers });
    assert.equal(response.status, 200);
    await assert.rejects(response.text(), TypeError);
  }
});

test('not-json: a JSON content type without JSON', async (t) => {
  const sandbox = await startClient(t);
  await addFault(sandbox, { kind: 'not-json' });
  const response = await sandbox.api('GET', '/precandidate/p');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(response.body, undefined);
});

test('html: a gateway’s error page', async (t) => {
  const sandbox = await startClient(t);
  await addFault(sandbox, { kind: 'html' });
  const response = await sandbox.api('GET', '/precandidate/p');
  assert.equal(response.status, 502);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(response.text, /<h1>/);
});

test('too-many: 429 with Retry-After', async (t) => {
  const sandbox = await startClient(t);
  await addFault(sandbox, { kind: 'too-many', retry_after_s: 7 });
  const response = await sandbox.api('GET', '/precandidate/p');
  assert.equal(response.status, 429);
  assert.equal(response.headers.get('retry-after'), '7');
});

test('stall: no response; with `after`, the request still takes effect', async (t) => {
  const sandbox = await startClient(t);
  for (const [when, status] of [
    ['before', 'CREATED'],
    ['after', 'SUBMITTED'],
  ] as const) {
    const record = await sandbox.create('peru_basic');
    await addFault(sandbox, { kind: 'stall', when, match: { path: '/forms/' } });
    const giveUp = new AbortController();
    const response = post(record, { signal: giveUp.signal });
    const path = `/forms/${record.precandidate_id}`;
    await until(async () => {
      const { body } = await sandbox.control<{ last: Json[] }>('GET', '/requests');
      return body.last.some((request) => request.path === path);
    });
    await until(async () => (await statusOf(sandbox, record)) === status);
    giveUp.abort();
    await assert.rejects(response, { name: 'AbortError' });
    assert.equal(await statusOf(sandbox, record), status);
  }
});

for (const kind of ['status', 'html', 'not-json', 'too-many']) {
  test(`${kind}: before, the request has no effect; after, it takes effect`, async (t) => {
    const sandbox = await startClient(t);
    for (const [when, status] of [
      ['before', 'CREATED'],
      ['after', 'SUBMITTED'],
    ] as const) {
      const record = await sandbox.create('peru_basic');
      await addFault(sandbox, { kind, when, match: { method: 'POST', path: '/forms/' } });
      const response = await send(record.form_url, { method: 'POST', body: PERU });
      assert.notEqual(response.body?.precandidate_status, 'SUBMITTED');
      assert.equal(await statusOf(sandbox, record), status);
    }
  });
}

for (const kind of ['reset', 'truncated']) {
  test(`${kind}: after, the data is stored and the response lost`, async (t) => {
    const sandbox = await startClient(t);
    const record = await sandbox.create('peru_basic');
    await addFault(sandbox, { kind, when: 'after', match: { path: '/forms/' } });
    await assert.rejects(
      post(record).then((response) => response.text()),
      TypeError,
    );
    assert.equal(await statusOf(sandbox, record), 'SUBMITTED');
  });
}

test('a fault applies to its method and path only, by prefix or regular expression', async (t) => {
  const sandbox = await startClient(t);
  const { person_id, precandidate_id } = await sandbox.create('peru_basic');
  await addFault(sandbox, { kind: 'status', match: { method: 'post', path: '/v3/precandidate' } });
  await addFault(sandbox, { kind: 'status', match: { path: '^/v3/precandidate/[^/]+/schema/' } });
  const list = () => sandbox.api('GET', `/precandidate/${person_id}`);
  const schema = () => sandbox.api('GET', `/precandidate/${person_id}/schema/${precandidate_id}`);
  assert.equal((await list()).status, 200);
  assert.equal((await schema()).status, 500);
  assert.equal((await schema()).status, 200);
  assert.equal((await sandbox.api('POST', '/precandidate', CREATION)).status, 500);
});

test('a fault applies `times` times, with 0 until the faults are cleared', async (t) => {
  const sandbox = await startClient(t);
  const statuses = async (count: number) => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) {
      found.push((await sandbox.api('GET', '/precandidate/p')).status);
    }
    return found;
  };
  await addFault(sandbox, { kind: 'status', times: 2 });
  assert.deepEqual(await statuses(3), [500, 500, 200]);
  await addFault(sandbox, { kind: 'status', status: 503, times: 0 });
  assert.deepEqual(await statuses(4), [503, 503, 503, 503]);
  await sandbox.control('DELETE', '/faults');
  assert.deepEqual(await statuses(1), [200]);
});

test('faults do not apply to control and health paths', async (t) => {
  const sandbox = await startClient(t);
  await addFault(sandbox, { kind: 'status', times: 0 });
  assert.equal((await sandbox.open('GET', '/healthz')).status, 200);
  assert.equal((await sandbox.open('GET', '/readyz')).status, 200);
  assert.equal((await sandbox.control('GET', '/pipelines')).status, 200);
});

test('rejects an invalid fault with 422', async (t) => {
  const sandbox = await startClient(t);
  const orders = [
    {},
    { kind: 'earthquake' },
    { kind: 'delay', delay_ms: -1 },
    { kind: 'status', status: 99 },
    { kind: 'status', match: { path: '(' } },
    { kind: 'status', when: 'never' },
    { kind: 'status', tmies: 1 },
  ];
  for (const wrong of orders) {
    assert.equal((await sandbox.control('POST', '/faults', wrong)).status, 422);
  }
  assert.equal((await sandbox.api('GET', '/precandidate/p')).status, 200);
});

test('a stalled response does not block closing the sandbox', async (t) => {
  const sandbox = await startClient(t);
  const record = await sandbox.create('peru_basic');
  await addFault(sandbox, { kind: 'stall', match: { path: '/forms/' } });
  const response = assert.rejects(post(record), TypeError);
  await until(async () => {
    const { body } = await sandbox.control<{ counts: Json }>('GET', '/requests');
    return body.counts['POST /forms/:precandidate_id'] === 1;
  });
  await sandbox.close();
  await response;
});

test('html with status 200: a firewall’s challenge page, and no effect', async (t) => {
  const sandbox = await startClient(t);
  const record = await sandbox.create('peru_basic');
  await addFault(sandbox, { kind: 'html', status: 200, match: { path: '/forms/' } });
  const response = await post(record);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(await response.text(), /Checking your browser/);
  assert.equal(await statusOf(sandbox, record), 'CREATED');
});

test('redirect: 302 to a login page', async (t) => {
  const sandbox = await startClient(t);
  const record = await sandbox.create('peru_basic');
  await addFault(sandbox, { kind: 'redirect', match: { path: '/forms/' } });
  const response = await post(record, { redirect: 'manual' });
  assert.equal(response.status, 302);
  const page = await fetch(new URL(response.headers.get('location') ?? '', record.form_url));
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<h1>Sign in<\/h1>/);
  await addFault(sandbox, { kind: 'redirect', status: 307, location: 'https://login.example/' });
  const other = await post(record, { redirect: 'manual' });
  assert.deepEqual([other.status, other.headers.get('location')], [307, 'https://login.example/']);
  assert.equal(await statusOf(sandbox, record), 'CREATED');
});

test('outage: refuses connections for a while, then works as before', async (t) => {
  const sandbox = await startClient(t);
  const record = await sandbox.create('peru_basic');
  assert.equal((await sandbox.control('POST', '/outage', { duration_ms: 2_000 })).status, 204);
  await assert.rejects(
    until(async () => (await post(record)).status === 0),
    (error: Error) => (error.cause as NodeJS.ErrnoException).code === 'ECONNREFUSED',
  );
  const status = () => statusOf(sandbox, record).catch(() => undefined);
  assert.equal(await until(status), 'CREATED');
  assert.equal((await post(record)).status, 200);
});

test('a sandbox can be closed during an outage', async (t) => {
  const sandbox = await startClient(t);
  await sandbox.control('POST', '/outage', { duration_ms: 60_000 });
  await sandbox.close();
});

test('form_url: the record has another form_url until it is restored', async (t) => {
  const sandbox = await startClient(t);
  const record = await sandbox.create('peru_basic');
  const path = `/precandidates/${record.precandidate_id}/form-url`;
  const formUrl = async () => {
    const { body } = await sandbox.api<PrecandidateRecord[]>(
      'GET',
      `/precandidate/${record.person_id}`,
    );
    return body[0]?.form_url;
  };
  const moved = await sandbox.control('POST', path, { form_url: 'https://elsewhere.example/f' });
  assert.equal(moved.status, 200);
  assert.equal(await formUrl(), 'https://elsewhere.example/f');
  await sandbox.control('POST', path, { form_url: null });
  assert.equal(await formUrl(), record.form_url);
  assert.equal((await sandbox.control('POST', path, { form_url: 'nowhere' })).status, 422);
});
