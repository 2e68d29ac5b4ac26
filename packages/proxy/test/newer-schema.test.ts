import assert from 'node:assert/strict';
import { text as textOf } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import type { Problem } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { BACKEND_KEY, proxySettings } from '../../../tests/stage/service.ts';

const TEXT = { type: 'string' };
const PERSON = 'person';
const FORM = `form-${PERSON}`;

/** A service whose form has these fields, and two processes before it. */
async function startProcesses(t: TestContext, fields: { now: string[] }) {
  const posts: string[] = [];
  const service = await startScriptedService(t, async (request, response) => {
    response.setHeader('content-type', 'application/json');
    const { origin } = new URL(service.apiUrl);
    if (request.method === 'POST') {
      posts.push(await textOf(request));
      response.end('{}');
      return;
    }
    const properties = Object.fromEntries(fields.now.map((name) => [name, TEXT]));
    const body = request.url?.includes('/schema/')
      ? { type: 'object', properties }
      : [{ ...recordOf(PERSON), form_url: `${origin}/forms/x` }];
    response.end(JSON.stringify(body));
  });
  const env = proxySettings(service);
  const start = async () => {
    const proxy = await startProxy(env, { deadlineMs: 60_000 });
    t.after(() => proxy.close());
    return proxy.url;
  };
  const [one, other] = [await start(), await start()];
  const minted = await fetch(`${one}/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BACKEND_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ person_id: PERSON, form_id: FORM, html: false }),
  });
  const authorization = `Bearer ${((await minted.json()) as { token: string }).token}`;
  return {
    one,
    other,
    posts,
    requests: service.requests,
    etagAt: async (url: string) =>
      (
        await fetch(`${url}/precandidate/${PERSON}/schema/${FORM}`, { headers: { authorization } })
      ).headers.get('etag') ?? '',
    submitTo: (url: string, data: object, headers: Record<string, string> = {}) =>
      fetch(`${url}/precandidate/${PERSON}/submission/${FORM}`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          ...headers,
        },
        body: JSON.stringify(data),
      }),
  };
}

const DATA = { name: 'Ana', nickname: 'Anita' };

test('a field that the form gained arrives through a process that knows the older form', async (t) => {
  const fields = { now: ['name'] };
  const { one, other, posts, etagAt, submitTo } = await startProcesses(t, fields);
  await etagAt(other);
  fields.now = ['name', 'nickname'];
  const etag = await etagAt(one);
  const answer = await submitTo(other, DATA, { 'precandidate-schema': etag });
  assert.equal(answer.status, 200, await answer.text());
  assert.deepEqual(
    posts.map((body) => JSON.parse(body)),
    [DATA],
  );
});

test('reads the schema again before it refuses a field, when the page does not name its schema', async (t) => {
  const fields = { now: ['name'] };
  const { other, posts, etagAt, submitTo } = await startProcesses(t, fields);
  await etagAt(other);
  fields.now = ['name', 'nickname'];
  assert.equal((await submitTo(other, DATA)).status, 200);
  assert.equal(posts.length, 1);
});

test('refuses a field that the form no longer has, with its pointer', async (t) => {
  const fields = { now: ['name', 'nickname'] };
  const { one, other, posts, etagAt, submitTo } = await startProcesses(t, fields);
  const etag = await etagAt(one);
  fields.now = ['name'];
  const answer = await submitTo(other, DATA, { 'precandidate-schema': etag });
  assert.equal(answer.status, 422);
  const { errors } = (await answer.json()) as Problem;
  assert.deepEqual(
    errors?.map(({ pointer }) => pointer),
    ['/nickname'],
  );
  assert.equal(posts.length, 0);
});

test('reads no schema for a page that has the one that the process knows', async (t) => {
  const { one, etagAt, submitTo, requests } = await startProcesses(t, { now: ['name'] });
  const etag = await etagAt(one);
  assert.equal((await submitTo(one, { name: 'Ana' }, { 'precandidate-schema': etag })).status, 200);
  assert.equal(requests.filter((line) => line.includes('/schema/')).length, 1);
});
