import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bootstrap } from 'precandidate-contract';
import {
  type Candidate,
  ORIGIN,
  type Pair,
  startPair,
  sharedPair,
} from '../../../tests/stage/pair.ts';

const pair = sharedPair();

const NEW = 'a-newer-secret-0123456789-0123456789';

const bootstrap = (at: Pair, token: string, origin = ORIGIN) =>
  fetch(`${at.url}/bootstrap`, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify({ session: token, fields: false }),
  });

async function keysOf(at: Pair, { token }: Candidate): Promise<string[]> {
  const response = await bootstrap(at, token);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return ((await response.json()) as Bootstrap).draft_keys;
}

test('a draft key is one form’s: 256 bits, the same each time, and no other form’s', async () => {
  const [ana, rui] = [await pair.candidate(), await pair.candidate()];
  const [key = '', ...others] = await keysOf(pair, ana);
  assert.equal(Buffer.from(key, 'base64url').length, 32);
  assert.deepEqual(others, []);
  assert.deepEqual(await keysOf(pair, ana), [key]);
  assert.notDeepEqual(await keysOf(pair, rui), [key]);
});

test('after a secret is rotated a new key comes first, and the old one still opens', async (t) => {
  const own = await startPair(t);
  const ana = await own.candidate();
  const [old] = await keysOf(own, ana);
  await own.restart({ SESSION_SECRETS: `${NEW},${own.env['SESSION_SECRETS']}` });
  const [newest, second] = await keysOf(own, ana);
  assert.notEqual(newest, old);
  assert.equal(second, old);
});

test('nobody but the form’s own session gets a draft key', async () => {
  const ana = await pair.candidate();
  assert.equal((await bootstrap(pair, ana.token, 'https://evil.example')).status, 403);
  assert.equal((await bootstrap(pair, 'x')).status, 401);
});
