import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Bootstrap, Problem, Session } from 'precandidate-contract';
import { recordOf, startScriptedService } from './scripted-service.ts';
import {
  type Candidate,
  ORIGIN,
  type Pair,
  startPair,
  sharedPair,
} from '../../../tests/stage/pair.ts';

const pair = sharedPair();

const SCHEMA = { path: '/schema/' };

const mint = ({ backend }: Pair, { person_id, form_id }: Partial<Candidate>, more: object = {}) =>
  backend('/sessions', { body: { person_id, form_id, origin: ORIGIN, ...more } });

async function bootstrap({ url }: Pair, session: string, locale?: string): Promise<Bootstrap> {
  const response = await fetch(`${url}/bootstrap`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'text/plain' },
    body: JSON.stringify({ session, locale }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as Bootstrap;
}

const defaultOf = ({ schema }: Bootstrap, name: string): unknown => {
  const field = schema?.properties[name];
  return typeof field === 'object' ? field['default'] : undefined;
};

test('mints a session with prefill without waiting for a service that stalls', async (t) => {
  const stalled = Promise.withResolvers<ServerResponse>();
  const { apiUrl } = await startScriptedService(t, ({ url = '' }, response) => {
    if (url.includes(SCHEMA.path)) stalled.resolve(response);
    else response.end(JSON.stringify([recordOf('p')]));
  });
  const own = await startPair(t, { env: { UPSTREAM_URL: apiUrl }, deadlineMs: 500 });
  const ana = { person_id: 'p', form_id: 'form-p' };
  const response = await mint(own, ana, { prefill: { document_id: '44556671' } });
  assert.equal(response.status, 201);
  assert.equal(((await response.json()) as Session).html, undefined);
  assert.equal((await stalled.promise).destroyed, false, 'the service is still asked');
});

test('leaves an invalid prefill out when the form opens, if it could not be checked before', async () => {
  const ana = await pair.candidate(undefined, { html: false });
  await pair.control('/_control/faults', { match: SCHEMA, kind: 'status', status: 503 });
  const prefill = { document_id: 7, city_locode: 'PE LIM', unknown: 'x' };
  const response = await mint(pair, ana, { prefill });
  assert.equal(response.status, 201);
  const { token } = (await response.json()) as Session;
  const opened = await bootstrap(pair, token);
  assert.equal(defaultOf(opened, 'document_id'), undefined);
  assert.equal(defaultOf(opened, 'city_locode'), 'PE LIM');
});

test('rejects a prefill of a field that the form does not have', async () => {
  const ana = await pair.candidate();
  // The schema is here, so the check cannot run out of time.
  assert.equal((await ana.browse('schema')).status, 200);
  const response = await mint(pair, ana, { prefill: { nickname: 'Ana' }, html: false });
  const { type, errors } = (await response.json()) as Problem;
  assert.equal(type, 'urn:precandidate:problem:prefill-invalid');
  assert.deepEqual(
    errors?.map(({ pointer }) => pointer),
    ['/nickname'],
  );
});

test('answers the 404 of the service for a form that it does not know', async () => {
  const { person_id } = await pair.candidate();
  const response = await mint(pair, { person_id, form_id: 'unknown' });
  assert.equal(response.status, 404);
  assert.equal(((await response.json()) as Problem).title, 'Precandidate form not found');
});

test('renews the session of a known form while the service stalls', async () => {
  const ana = await pair.candidate();
  await pair.control('/_control/faults', { match: {}, kind: 'stall', times: 0 });
  assert.equal((await mint(pair, ana, { html: false })).status, 201);
});
