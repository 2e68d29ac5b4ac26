import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { sharedPair, startPair } from 'precandidate-testing/pair.ts';
import { readStream } from 'precandidate-testing/read-stream.ts';
import { assertProblem } from 'precandidate-testing/service.ts';
import { FORM, PERU, postsOf, submittedBy } from './submission-helpers.ts';

const pair = sharedPair();
const byPerson = sharedPair({ env: { SUBMISSION_CHANNEL: 'person' }, report_delay_ms: 10 });

/** The snapshot of a response with this status. */
async function snapshotOf(response: Response, status = 200): Promise<Snapshot> {
  assert.equal(response.status, status, await response.clone().text());
  return (await response.json()) as Snapshot;
}

test('sends once per idempotency key, however often it is repeated', async () => {
  const ana = await pair.candidate();
  const answers = await Promise.all([1, 2, 3, 4].map(() => ana.submit(PERU, 'one-key')));
  assert.ok(
    answers.every(({ ok }) => ok),
    answers.map(({ status }) => status).join(),
  );
  await submittedBy(ana);
  const { document_id, city_locode } = PERU;
  const reordered = await ana.submit({ city_locode, document_id }, 'one-key');
  assert.equal((await snapshotOf(reordered)).state, 'submitted');
  assert.equal(await postsOf(pair, ana), 1);
  const other = await ana.submit({ ...PERU, document_id: '11111111' }, 'one-key');
  await assertProblem(other, 'idempotency-key-reused');
});

test('refuses a second submit under another key while the first is being sent', async () => {
  const ana = await pair.candidate();
  await pair.fault({ match: FORM, kind: 'delay', delay_ms: 2_000 });
  const [first, second] = await Promise.all([ana.submit(PERU), ana.submit(PERU)]);
  assert.deepEqual([first.status, second.status].sort(), [200, 409]);
  assert.equal(await postsOf(pair, ana), 1);
});

test('sends nothing without a key', async () => {
  const ana = await pair.candidate();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(PERU);
  const answer = await ana.browse('submission', { method: 'POST', headers, body });
  await assertProblem(answer, 'idempotency-key-missing');
});

test('reports data that the service refuses, and accepts a correction as a new attempt', async () => {
  const ana = await pair.candidate();
  await pair.fault({ match: FORM, kind: 'status', status: 422 });
  await assertProblem(await ana.submit(PERU, 'first-key'), 'submission-refused');
  assert.equal((await snapshotOf(await ana.browse('status'))).state, 'refused');
  const again = await ana.submit(PERU, 'first-key');
  assert.equal(again.status, 422, 'a rejected key is not sent again');
  assert.equal((await snapshotOf(await ana.submit(PERU, 'second-key'))).attempt, 2);
});

test('sends nothing with fields that the form does not declare, in either channel', async () => {
  const extra = { ...PERU, webhook_url: 'https://evil.example/x', pipeline: { name: 'other' } };
  for (const one of [pair, byPerson]) {
    const ana = await one.candidate();
    const { errors } = await assertProblem(await ana.submit(extra), 'validation-failed');
    const rest = { keyword: 'additionalProperties', detail: 'The form has no such field' };
    assert.deepEqual(errors, [
      { pointer: '/webhook_url', ...rest },
      { pointer: '/pipeline', ...rest },
    ]);
    assert.equal(await postsOf(one, ana), 0);
  }
});

test('person: sends nothing when an answer would take the place of what controls the creation', async (t) => {
  const own = await startPair(t, { env: { SUBMISSION_CHANNEL: 'person' } });
  const ana = await own.candidateOf({ custom_data: { type: 'string' } });
  await assertProblem(await ana.submit({ custom_data: 'mine' }), 'schema-unusable');
});

test('reports that a form was just submitted elsewhere, and no failure', async (t) => {
  const own = await startPair(t, { env: { POLL_MIN_SECONDS: '30' } });
  const ana = await own.candidate();
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await own.control(`/calls/${ana.form_id}`, {});
  for (const key of ['key', 'key'])
    await assertProblem(await ana.submit(PERU, key), 'already-submitted');
  const seen = await readStream(stream, ({ state }) => state === 'submitted');
  assert.equal(seen.at(-1)?.by, 'elsewhere');
  const states = seen.map(({ state }) => state);
  assert.ok(!states.slice(states.indexOf('sending') + 1).includes('open'), states.join());
});

test('handoff: validates the data, sends nothing, and returns the address of the hosted form', async (t) => {
  const own = await startPair(t, { env: { SUBMISSION_CHANNEL: 'handoff' } });
  const ana = await own.candidate();
  assert.equal((await ana.submit({})).status, 422);
  const { channel, form_url, state } = await snapshotOf(await ana.submit(PERU));
  assert.deepEqual([channel, form_url, state], ['handoff', ana.form_url, 'open']);
  assert.equal(await postsOf(own, ana), 0);
});

test('person: creates a person with the fields, our webhook, and the precandidate’s id', async () => {
  const ana = await byPerson.candidate();
  assert.equal((await snapshotOf(await ana.submit(PERU))).state, 'sent');
  const { event } = await byPerson.receiver.next(
    ({ event: { type }, text }) => type === 'person.completed' && text.includes(ana.form_id),
  );
  const { custom_data } = event.data as { custom_data: object };
  assert.deepEqual(custom_data, { person_id: ana.person_id, precandidate_id: ana.form_id });
});
