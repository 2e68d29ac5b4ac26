import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bootstrap, Problem } from 'precandidate-contract';
import { readStream } from '../../../tests/stage/read-stream.ts';
import { type Candidate, ORIGIN, type Pair, sharedPair } from '../../../tests/stage/pair.ts';

const pair = sharedPair();

const opened = async (answer: Response) => (await answer.json()) as Bootstrap;
const titleOf = async (answer: Response) => ((await answer.json()) as Problem).title;

/** As a browser asks: another origin's page, no preflight. */
function open(at: Pair, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${at.url}/bootstrap`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin: ORIGIN, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const jsonOf = async (candidate: Candidate, what: 'schema' | 'status') =>
  (await candidate.browse(what)).json();

test('one answer holds the schema, the snapshot, the record and the drawn fields', async () => {
  const ana = await pair.candidate();
  const answer = await open(pair, { session: ana.token, locale: 'pt-BR' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN);
  const { schema, snapshot, record, fields } = await opened(answer);
  assert.deepEqual(schema, await jsonOf(ana, 'schema'));
  assert.deepEqual(snapshot, await jsonOf(ana, 'status'));
  assert.equal(record?.country_code, 'PE');
  assert.ok(!JSON.stringify(record).includes('ana@example.com'));
  assert.equal(fields?.locale, 'pt-BR');
  assert.match(
    fields?.html ?? '',
    /^<div class="base" part="base" lang="pt" dir="ltr" data-locale="pt-BR">/,
  );
  assert.match(fields?.html ?? '', /name="f\.document__id"/);
  assert.ok(!fields?.html?.includes(ana.token));
});

test('a page with the prerendered fields receives their source, but not the fields again', async () => {
  const ana = await pair.candidate();
  const { fields } = await opened(await open(pair, { session: ana.token }));
  const { html, ...from } = fields ?? {};
  assert.ok(html);
  const again = await opened(await open(pair, { session: ana.token, fields: false }));
  assert.deepEqual(again.fields, from);
});

test('of a form that is submitted no schema is needed', async () => {
  const ana = await pair.candidate();
  const status = { precandidate_status: 'SUBMITTED' };
  await pair.control('/_control/faults', { match: { path: '/schema/' }, kind: 'html', times: 0 });
  await pair.control(`/_control/precandidates/${ana.form_id}/status`, status);
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await readStream(stream, ({ state }) => state === 'submitted');
  const { schema, fields, snapshot } = await opened(await open(pair, { session: ana.token }));
  assert.deepEqual([schema, fields, snapshot.state], [null, null, 'submitted']);
});

test('accepts JSON as application/json too; rejects other types and names the right ones', async () => {
  const ana = await pair.candidate();
  const json = { 'content-type': 'application/json' };
  assert.equal((await open(pair, { session: ana.token }, json)).status, 200);
  const refused = await open(pair, 'session=x', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  assert.equal(refused.status, 415);
  assert.match(((await refused.json()) as Problem).detail ?? '', /text\/plain/);
});

test('reports errors as other routes do', async () => {
  const ana = await pair.candidate();
  for (const [body, status, title] of [
    ['{"session', 400, 'The body is not valid JSON'],
    ['', 401, 'The session is not valid'],
    ['[]', 401, 'The session is not valid'],
    [{}, 401, 'The session is not valid'],
    [{ session: 'x' }, 401, 'The session is not valid'],
    [{ session: ana.token, more: 1 }, 400, 'The request has the wrong shape'],
  ] as const) {
    const answer = await open(pair, body);
    assert.equal(answer.status, status, JSON.stringify(body));
    assert.equal(await titleOf(answer), title);
  }
  const foreign = await open(pair, { session: ana.token }, { origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  assert.equal(foreign.headers.get('access-control-allow-origin'), '*');
});
