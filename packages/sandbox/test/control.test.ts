import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startClient } from './support/client.ts';
import refused from './refused-controls.json' with { type: 'json' };

interface Requests {
  counts: Record<string, number>;
  last: { time: string; method: string; path: string }[];
}

test('requests are counted by method and route pattern, and listed without query, until they are cleared', async (t) => {
  const sandbox = await startClient(t);
  const { person_id } = await sandbox.create('peru_basic');
  await sandbox.api('GET', `/precandidate/${person_id}?secret=1`);
  await sandbox.api('GET', '/precandidate/other');
  await sandbox.open('GET', '/nowhere');
  await sandbox.open('GET', '/healthz');
  const { body, text } = await sandbox.control<Requests>('GET', '/requests');
  assert.deepEqual(body.counts, {
    'POST /v3/precandidate': 1,
    'GET /v3/precandidate/:person_id': 2,
    'GET (none)': 1,
  });
  assert.deepEqual(
    body.last.map(({ method, path }) => `${method} ${path}`),
    [
      'POST /v3/precandidate',
      `GET /v3/precandidate/${person_id}`,
      'GET /v3/precandidate/other',
      'GET /nowhere',
    ],
  );
  assert.doesNotMatch(text, /secret|sandbox-key|987654321/);
  assert.equal((await sandbox.control('DELETE', '/requests')).status, 204);
  const { body: after } = await sandbox.control<Requests>('GET', '/requests');
  assert.deepEqual(after, { counts: {}, last: [] });
});

test('lists the last 1,000 requests and counts all of them', async (t) => {
  const sandbox = await startClient(t);
  for (let index = 0; index < 1_003; index += 1) await sandbox.api('GET', `/precandidate/${index}`);
  const { body } = await sandbox.control<Requests>('GET', '/requests');
  assert.equal(body.last.length, 1_000);
  assert.equal(body.last[0]?.path, '/v3/precandidate/3');
  assert.equal(body.counts['GET /v3/precandidate/:person_id'], 1_003);
});

test('sets any status on a precandidate and returns its stored state', async (t) => {
  const sandbox = await startClient(t);
  const record = await sandbox.create('peru_basic');
  const path = `/precandidates/${record.precandidate_id}`;
  const status = { precandidate_status: 'EN_REVISIÓN' };
  const { body } = await sandbox.control('POST', `${path}/status`, status);
  const seen = (await sandbox.control('GET', path)).body;
  assert.deepEqual(body, seen);
  const { updated_at } = seen;
  const hidden = { data: null, collected_by: 'control', form_posts: 0 };
  assert.deepEqual(seen, { ...record, ...status, updated_at, ...hidden });
});

test('responds 404 for unknown records and 422 for invalid bodies', async (t) => {
  const sandbox = await startClient(t);
  const { precandidate_id } = await sandbox.create('peru_basic');
  for (const { method, path, body, expected } of refused) {
    const { status } = await sandbox.control(method, path.replace(':id', precandidate_id), body);
    assert.equal(status, expected, `${method} ${path}`);
  }
});

test('reset deletes records, faults, requests, added pipelines, and changed configuration', async (t) => {
  const sandbox = await startClient(t, { report_delay_ms: 0 });
  const record = await sandbox.create('peru_basic');
  const form_schema = { type: 'object', properties: {} };
  await sandbox.control('POST', '/pipelines', { pipeline_name: 'added', form_schema });
  await sandbox.control('POST', '/report-delay', { delay_ms: 3_600_000 });
  await sandbox.control('POST', '/webhooks', { mode: 'lost' });
  await sandbox.control('POST', '/faults', { kind: 'status', times: 0 });
  assert.equal((await sandbox.control('POST', '/reset')).status, 204);

  const { body: requests } = await sandbox.control<Requests>('GET', '/requests');
  assert.deepEqual(requests, { counts: {}, last: [] });
  const { body: list } = await sandbox.api('GET', `/precandidate/${record.person_id}`);
  assert.deepEqual(list, []);
  assert.equal((await fetch(record.form_url)).status, 404);
  const unknown = await sandbox.api('POST', '/precandidate', { pipeline_name: 'added' });
  assert.equal(unknown.status, 404);
});
