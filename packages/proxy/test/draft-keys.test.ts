import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candidate, ORIGIN, startPair } from './start-pair.ts';

const NEW = 'a-newer-secret-0123456789-0123456789';

async function keysOf(candidate: Candidate): Promise<string[]> {
  const answer = await candidate.browse('draft-key');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN);
  return ((await answer.json()) as { draft_keys: string[] }).draft_keys;
}

test('a draft key is one form’s: 256 bits, the same each time, and no other form’s', async (t) => {
  const pair = await startPair(t);
  const [ana, rui] = [await pair.candidate(), await pair.candidate()];
  const [key = '', ...others] = await keysOf(ana);
  assert.equal(Buffer.from(key, 'base64url').length, 32);
  assert.deepEqual(others, []);
  assert.deepEqual(await keysOf(ana), [key]);
  assert.notDeepEqual(await keysOf(rui), [key]);
});

test('after a secret is rotated a new key comes first, and the old one still opens', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const [old] = await keysOf(ana);
  await pair.restart({ SESSION_SECRETS: `${NEW},${pair.env['SESSION_SECRETS']}` });
  const [newest, second] = await keysOf(ana);
  assert.notEqual(newest, old);
  assert.equal(second, old);
});

test('nobody but the form’s own session gets a draft key', async (t) => {
  const pair = await startPair(t);
  const [ana, rui] = [await pair.candidate(), await pair.candidate()];
  const ask = (token: string, origin = ORIGIN) =>
    fetch(`${pair.url}/precandidate/${ana.person_id}/draft-key/${ana.form_id}`, {
      headers: { authorization: `Bearer ${token}`, origin },
    }).then(({ status }) => status);
  assert.equal(await ask(ana.token), 200);
  assert.equal(await ask(rui.token), 403);
  assert.equal(await ask(ana.token, 'https://evil.example'), 403);
  assert.equal(await ask('x'), 401);
  assert.equal(await ask(pair.env['BACKEND_KEYS']?.split(',')[0] ?? ''), 401);
});
