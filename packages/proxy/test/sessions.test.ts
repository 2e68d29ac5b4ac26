import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from 'precandidate-contract';
import {
  ORIGIN,
  SESSION_SECRET as SECRET,
  startPair,
  sharedPair,
} from '../../../tests/stage/pair.ts';

const pair = sharedPair();

const titleOf = async (answer: Response) => ((await answer.json()) as Problem).title;

test('a session opens its own form only', async () => {
  const [ana, rui] = [await pair.candidate(), await pair.candidate()];
  const headers = { authorization: `Bearer ${ana.token}`, origin: ORIGIN };
  for (const path of [
    `/precandidate/${rui.person_id}`,
    `/precandidate/${rui.person_id}/schema/${rui.form_id}`,
    `/precandidate/${ana.person_id}/schema/${rui.form_id}`,
    `/precandidate/${ana.person_id}/status/${rui.form_id}`,
  ]) {
    const answer = await fetch(pair.url + path, { headers });
    assert.equal(answer.status, 403, path);
    assert.equal(await titleOf(answer), 'The session is for another form');
  }
});

test('a session is bound to its origin, and without one to the allowed origins', async (t) => {
  const own = await startPair(t, { env: { ALLOWED_ORIGINS: `${ORIGIN},https://other.example` } });
  const bound = await own.candidate();
  const loose = await own.candidate(undefined, {});
  const from = (origin: string) => ({ headers: { origin } });
  assert.equal((await bound.browse('schema', from(ORIGIN))).status, 200);
  assert.equal((await bound.browse('schema', from('https://other.example'))).status, 403);
  assert.equal((await loose.browse('schema', from('https://other.example'))).status, 200);
  assert.equal((await loose.browse('schema', from('https://evil.example'))).status, 403);
  assert.equal((await loose.browse('schema', from('null'))).status, 403);
});

test('secrets rotate: the newest signs, each live one verifies, a dropped one does not', async (t) => {
  const NEW = 'a-newer-secret-0123456789-0123456789';
  const own = await startPair(t, { env: { DATA_DIR: ':memory:' } });
  const ana = await own.candidate();
  const old = () => ana.browse('schema').then(({ status }) => status);
  await own.restart({ SESSION_SECRETS: `${NEW},${SECRET}` });
  assert.equal(await old(), 200);
  await own.restart({ SESSION_SECRETS: NEW });
  assert.equal(await old(), 401);
});

test('an origin outside ALLOWED_ORIGINS gets no session', async () => {
  const body = { person_id: 'p', form_id: 'f', origin: 'https://evil.example' };
  assert.equal((await pair.backend('/sessions', { body })).status, 403);
});

test('a session lasts as long as requested, by default 15 minutes', async () => {
  const { person_id, form_id } = await pair.candidate();
  const mint = async (more: object) => {
    const body = { person_id, form_id, html: false, ...more };
    const answer = await pair.backend('/sessions', { body });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const { expires_at } = (await answer.json()) as { expires_at: string };
    return Math.round((Date.parse(expires_at) - Date.now()) / 1_000);
  };
  assert.ok(Math.abs((await mint({})) - 900) <= 60);
  assert.ok(Math.abs((await mint({ ttl_seconds: 3_600 })) - 3_600) <= 60);
  for (const ttl_seconds of [59, 86_401, 'soon'])
    assert.equal(
      (
        await pair.backend('/sessions', {
          body: { person_id: 'p', form_id: 'f', html: false, ttl_seconds },
        })
      ).status,
      400,
    );
});

test('back-end paths take a back-end key and nothing else', async () => {
  const { token } = await pair.candidate();
  for (const bearer of ['', 'wrong', token])
    for (const [method, path] of [
      ['POST', '/precandidate'],
      ['POST', '/sessions'],
      ['GET', '/pe/reports/p'],
      ['GET', '/deliveries'],
    ] as const) {
      const answer = await fetch(pair.url + path, {
        method,
        headers: { authorization: `Bearer ${bearer}` },
      });
      assert.equal(answer.status, 401, `${method} ${path}`);
      assert.equal(await titleOf(answer), 'A valid key is required');
    }
  const second = await fetch(`${pair.url}/deliveries`, {
    headers: { authorization: 'Bearer another-key-0123456789' },
  });
  assert.equal(second.status, 200, 'each of BACKEND_KEYS is taken');
});
