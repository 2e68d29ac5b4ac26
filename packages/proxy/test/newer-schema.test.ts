import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startProxy } from 'precandidate-proxy';
import { startPair } from 'precandidate-testing/pair.ts';
import { serviceRecord, serviceRequests } from 'precandidate-testing/sandbox-control.ts';
import { assertProblem } from 'precandidate-testing/service.ts';

const DATA = { name: 'Ana', nickname: 'Anita' };
const OLDER = ['name'];
const NEWER = ['name', 'nickname'];

/** Two processes before a service whose form has these fields. */
async function startProcesses(t: TestContext, fields: string[]) {
  const pair = await startPair(t);
  const other = await startProxy(pair.env, { deadlineMs: 60_000 });
  t.after(() => other.close());
  const all = Object.fromEntries(NEWER.map((name) => [name, { type: 'string' }]));
  const ana = await pair.candidateOf(all);
  const urls = { one: pair.url, other: other.url };
  const at = (process: keyof typeof urls) => (pair.url = urls[process]);
  const setFields = async (now: string[]) => {
    await pair.recover();
    const properties = Object.fromEntries(now.map((name) => [name, all[name]]));
    const body = { type: 'object', properties };
    await pair.fault({ match: { path: '/schema/' }, kind: 'status', status: 200, times: 0, body });
  };
  await setFields(fields);
  return {
    setFields,
    async etagAt(process: keyof typeof urls) {
      at(process);
      return (await ana.browse('schema')).headers.get('etag') ?? '';
    },
    submitTo(process: keyof typeof urls, data: object, etag?: string) {
      at(process);
      return ana.submit(data, undefined, etag === undefined ? {} : { 'precandidate-schema': etag });
    },
    arrived: async () => (await serviceRecord(pair.sandbox.url, ana.form_id)).data,
    requests: () => serviceRequests(pair.sandbox.url),
  };
}

test('a field that the form gained arrives through a process that knows the older form', async (t) => {
  const { setFields, etagAt, submitTo, arrived } = await startProcesses(t, OLDER);
  await etagAt('other');
  await setFields(NEWER);
  const answer = await submitTo('other', DATA, await etagAt('one'));
  assert.equal(answer.status, 200, await answer.text());
  assert.deepEqual(await arrived(), DATA);
});

test('reads the schema again before it refuses a field, when the page does not name its schema', async (t) => {
  const { setFields, etagAt, submitTo, arrived } = await startProcesses(t, OLDER);
  await etagAt('other');
  await setFields(NEWER);
  assert.equal((await submitTo('other', DATA)).status, 200);
  assert.deepEqual(await arrived(), DATA);
});

test('refuses a field that the form no longer has, with its pointer', async (t) => {
  const { setFields, etagAt, submitTo, arrived } = await startProcesses(t, NEWER);
  const etag = await etagAt('one');
  await setFields(OLDER);
  const answer = await submitTo('other', DATA, etag);
  const { errors } = await assertProblem(answer, 'validation-failed');
  assert.deepEqual(
    errors?.map(({ pointer }) => pointer),
    ['/nickname'],
  );
  assert.equal(await arrived(), null);
});

test('reads no schema for a page that has the one that the process knows', async (t) => {
  const { etagAt, submitTo, requests } = await startProcesses(t, OLDER);
  assert.equal((await submitTo('one', { name: 'Ana' }, await etagAt('one'))).status, 200);
  const schemas = Object.entries(await requests()).filter(([route]) => route.includes('schema'));
  assert.deepEqual(
    schemas.map(([, times]) => times),
    [1],
  );
});
