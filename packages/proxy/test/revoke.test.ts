import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Problem } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { SessionRevocations } from '../src/auth/revocations.ts';
import { SessionTokens } from '../src/auth/session-tokens.ts';
import { openDatabase } from '../src/db/plugin.ts';
import { ENGINES } from './on-both-engines.ts';
import {
  type Candidate,
  ORIGIN,
  type Pair,
  SESSION_SECRET,
  startPair,
} from 'precandidate-testing/pair.ts';

const STREAM = { accept: 'text/event-stream' };

async function stateOf(ana: Candidate): Promise<string> {
  const answer = await ana.browse('schema');
  const body = (await answer.json()) as Partial<Problem>;
  return answer.ok ? 'live' : `${answer.status} ${body.title}`;
}
const REVOKED = '401 The session was revoked';

const revoke = async (pair: Pair, body: object) => {
  const answer = await pair.backend('/sessions/revoke', { body });
  assert.equal(answer.status, 204);
};

for (const [engine, database] of Object.entries(ENGINES)) {
  test(`${engine}: one session, or all of a form, are refused from their revocation on; streams end`, async (t) => {
    const pair = await startPair(t, { env: await database(t) });
    const [ana, rui] = [await pair.candidate(), await pair.candidate()];
    const [kept, gone] = [await pair.session(ana), await pair.session(ana)];
    const stream = await gone.browse('status', { headers: STREAM });
    await revoke(pair, { session_id: gone.session_id });
    assert.equal(await stateOf(gone), REVOKED);
    assert.match(await stream.text(), /event: snapshot/);
    for (const other of [ana, kept, rui]) assert.equal(await stateOf(other), 'live');

    const { person_id, form_id } = ana;
    await revoke(pair, { person_id, form_id });
    const fresh = await pair.session(ana);
    for (const old of [ana, kept]) assert.equal(await stateOf(old), REVOKED);
    for (const live of [fresh, rui]) assert.equal(await stateOf(live), 'live');
    await revoke(pair, { person_id, form_id });
    assert.equal(await stateOf(fresh), REVOKED);
  });

  test(`${engine}: a submission that arrives after the revocation is refused`, async (t) => {
    const pair = await startPair(t, { env: await database(t) });
    const ana = await pair.candidate();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const response = ana.browse('submission', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'key' },
      body: readable,
    });
    const writer = writable.getWriter();
    const [begin, end] = ['{"document_id":"44556677",', '"city_locode":"PE LIM"}'];
    await writer.write(Buffer.from(begin));
    assert.equal(await stateOf(ana), 'live');
    await revoke(pair, { person_id: ana.person_id, form_id: ana.form_id });
    await writer.write(Buffer.from(end));
    await writer.close();
    assert.equal(((await (await response).json()) as Problem).title, 'The session was revoked');
  });
}

const postgres = ENGINES['postgres'];
if (postgres !== undefined)
  test('a session revoked at one process is refused at the other, and its stream there ends', async (t) => {
    const database = await postgres(t);
    const pair = await startPair(t, { env: database });
    const other = await startProxy({ ...pair.env, ...database });
    t.after(() => other.close());
    const { person_id, form_id, token } = await pair.candidate();
    const there = (path: string, accept = '*/*') =>
      fetch(`${other.url}/precandidate/${person_id}/${path}/${form_id}`, {
        headers: { authorization: `Bearer ${token}`, origin: ORIGIN, accept },
      });
    const stream = await there('status', STREAM.accept);
    await revoke(pair, { person_id, form_id });
    assert.equal((await there('schema')).status, 401);
    assert.match(await stream.text(), /event: snapshot/);
  });

test('a stream ends for a revocation at another process while this one had no database', async (t) => {
  const db = await openDatabase({ DATA_DIR: ':memory:' });
  t.after(() => db.close());
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = 100_000;
  const clock = { now: () => now, read: async () => now, stop: () => undefined };
  let query: typeof db.query = () => Promise.reject(new Error('no database'));
  const cut = { ...db, query: ((...given) => query(...given)) as typeof db.query };
  const here = new SessionRevocations(cut, clock, () => undefined);
  const there = new SessionRevocations(db, clock, () => undefined);
  const scope = {
    session_id: 's',
    person_id: 'p',
    form_id: 'f',
    has_data: false,
  };
  let isOpen = true;
  here.follow({ ...scope, minted_at: 1, expires_at: Infinity }, () => (isOpen = false));
  here.start();
  await there.revoke({ session_id: 's' });
  const pass = async (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
    await turn();
  };
  for (let polls = 0; polls < 60; polls += 1) await pass(2_000);
  query = db.query;
  await pass(2_000);
  await here.stop();
  assert.equal(isOpen, false);
});

test('a session that is minted after a revocation is live, also when the clock of its process is behind', async (t) => {
  const db = await openDatabase({ DATA_DIR: ':memory:' });
  t.after(() => db.close());
  const clock = { now: () => 1_000, read: async () => 60_000 };
  const revocations = new SessionRevocations(db, clock, assert.ifError);
  const tokens = new SessionTokens([SESSION_SECRET], clock);
  const form = { person_id: 'person', form_id: 'form' };
  const granted = { ...form, has_data: false };
  const mint = async () => tokens.mint(granted, 900, await revocations.lastOf(form));
  const old = await mint();
  await revocations.revoke(form);
  const fresh = await mint();
  await assert.rejects(revocations.assertLive(old.scope));
  await revocations.assertLive(fresh.scope);
});
