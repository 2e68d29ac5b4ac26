import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProxy } from 'precandidate-proxy';
import type { Problem, Session } from 'precandidate-contract';
import { ENGINES } from './on-both-engines.ts';
import { type Candidate, ORIGIN, type Pair, startPair } from '../../../tests/stage/pair.ts';

const STREAM = { headers: { accept: 'text/event-stream' } };

async function standing(ana: Candidate): Promise<string> {
  const answer = await ana.browse('schema');
  const body = (await answer.json()) as Partial<Problem>;
  return answer.ok ? 'live' : `${answer.status} ${body.title}`;
}

/** Mints another session for the candidate's form. */
async function another(pair: Pair, ana: Candidate) {
  const { person_id, form_id } = ana;
  const minted = await pair.backend('/sessions', { body: { person_id, form_id, origin: ORIGIN } });
  const session = (await minted.json()) as Session;
  const browse: Candidate['browse'] = (what, init = {}) =>
    fetch(`${pair.url}/precandidate/${person_id}/${what}/${form_id}`, {
      ...init,
      headers: { authorization: `Bearer ${session.token}`, origin: ORIGIN, ...init.headers },
    });
  return { ...ana, ...session, browse };
}

const revoke = async (pair: Pair, body: object) => {
  const answer = await pair.backend('/sessions/revoke', { body });
  assert.equal(answer.status, 204);
};

for (const [engine, database] of Object.entries(ENGINES)) {
  test(`${engine}: a revoked session is refused, streams of it end`, async (t) => {
    const pair = await startPair(t, { env: await database() });
    const [ana, rui] = [await pair.candidate(), await pair.candidate()];
    const kept = await another(pair, ana);
    const gone = await another(pair, ana);
    const stream = await gone.browse('status', STREAM);
    const ended = stream.text();

    await revoke(pair, { session_id: gone.session_id });
    assert.equal(await standing(gone), '401 The session was revoked');
    assert.match(await ended, /event: snapshot/);
    for (const other of [ana, kept, rui]) assert.equal(await standing(other), 'live');
  });

  test(`${engine}: a submission that arrives after the revocation is refused`, async (t) => {
    const pair = await startPair(t, { env: await database() });
    const ana = await pair.candidate();
    const { person_id, form_id, token } = ana;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const response = fetch(`${pair.url}/precandidate/${person_id}/submission/${form_id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'key',
      },
      body: readable,
      duplex: 'half',
    } as RequestInit);
    const writer = writable.getWriter();
    const [begin, end] = ['{"document_id":"44556677",', '"city_locode":"PE LIM"}'];
    await writer.write(Buffer.from(begin));
    assert.equal(await standing(ana), 'live');
    await revoke(pair, { person_id, form_id });
    await writer.write(Buffer.from(end));
    await writer.close();
    assert.equal(((await (await response).json()) as Problem).title, 'The session was revoked');
  });

  test(`${engine}: all of a form are revoked, and one minted right after is not`, async (t) => {
    const pair = await startPair(t, { env: await database() });
    const [ana, rui] = [await pair.candidate(), await pair.candidate()];
    const second = await another(pair, ana);
    const { person_id, form_id } = ana;
    await revoke(pair, { person_id, form_id });
    const fresh = await another(pair, ana);
    for (const old of [ana, second])
      assert.equal(await standing(old), '401 The session was revoked');
    for (const live of [fresh, rui]) assert.equal(await standing(live), 'live');
    await revoke(pair, { person_id, form_id });
    assert.equal(await standing(fresh), '401 The session was revoked');
  });
}

const postgres = ENGINES['postgres'];
if (postgres !== undefined)
  test('a session revoked at one process is refused at the other, and its stream there ends', async (t) => {
    const database = await postgres();
    const pair = await startPair(t, { env: database });
    const other = await startProxy({ ...pair.env, ...database });
    t.after(() => other.close());
    const ana = await pair.candidate();
    const there = (path: string, accept = '*/*') =>
      fetch(`${other.url}/precandidate/${ana.person_id}/${path}/${ana.form_id}`, {
        headers: { authorization: `Bearer ${ana.token}`, origin: ORIGIN, accept },
      });
    const stream = await there('status', 'text/event-stream');
    await revoke(pair, { person_id: ana.person_id, form_id: ana.form_id });
    assert.equal((await there('schema')).status, 401);
    assert.match(await stream.text(), /event: snapshot/);
  });

test('what names no session is refused', async (t) => {
  const pair = await startPair(t);
  for (const body of [
    {},
    { person_id: 'p' },
    { session_id: '../x' },
    { session_id: 's', person_id: 'p' },
  ])
    assert.equal((await pair.backend('/sessions/revoke', { body })).status, 400);
});
