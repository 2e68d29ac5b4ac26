import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem, Snapshot } from 'precandidate-contract';
import { readStream } from '../../../tests/stage/read-stream.ts';
import { type Candidate, sharedPair, startPair } from '../../../tests/stage/pair.ts';
import { FORM, PERU, postsOf, submittedBy, titleOf } from './submission-helpers.ts';

const pair = sharedPair();
const byPerson = sharedPair({ env: { SUBMISSION_CHANNEL: 'person' }, report_delay_ms: 10 });

/** The `person.completed` event of the candidate. */
async function completionOf({ form_id }: Candidate) {
  const { event } = await byPerson.receiver.next(
    ({ event: { type, data } }) =>
      type === 'person.completed' && JSON.stringify(data.custom_data).includes(form_id),
  );
  assert.ok(event.type === 'person.completed');
  return event.data;
}

test('sends once per idempotency key, however often it is repeated', async () => {
  const ana = await pair.candidate();
  const answers = await Promise.all([1, 2, 3, 4].map(() => ana.submit(PERU, 'one-key')));
  assert.ok(
    answers.every(({ ok }) => ok),
    answers.map(({ status }) => status).join(),
  );
  await submittedBy(ana);
  const again = await ana.submit(PERU, 'one-key');
  assert.equal(again.status, 200);
  assert.equal(((await again.json()) as Snapshot).state, 'submitted');
  assert.equal(await postsOf(pair, ana), 1);
});

test('refuses a repeated key with other data', async () => {
  const ana = await pair.candidate();
  await ana.submit(PERU, 'one-key');
  const answer = await ana.submit({ ...PERU, document_id: '11111111' }, 'one-key');
  assert.equal(answer.status, 422);
  assert.equal(await titleOf(answer), 'The Idempotency-Key was used with other data');
});

test('refuses a second submit under another key while the first is being sent', async () => {
  const ana = await pair.candidate();
  await pair.control('/_control/faults', { match: FORM, kind: 'delay', delay_ms: 2_000 });
  const [first, second] = await Promise.all([ana.submit(PERU), ana.submit(PERU)]);
  assert.deepEqual([first.status, second.status].sort(), [200, 409]);
  assert.equal(await postsOf(pair, ana), 1);
});

test('sends nothing without a key', async () => {
  const ana = await pair.candidate();
  const answer = await ana.browse('submission', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PERU),
  });
  assert.equal(answer.status, 400);
  assert.equal(await titleOf(answer), 'The Idempotency-Key header is missing or malformed');
});

test('reports data that the service refuses, and accepts a correction as a new attempt', async () => {
  const ana = await pair.candidate();
  await pair.control('/_control/faults', { match: FORM, kind: 'status', status: 422 });
  const refused = await ana.submit(PERU, 'first-key');
  assert.equal(refused.status, 422);
  assert.equal(await titleOf(refused), 'The service refused the data');
  const status = (await (await ana.browse('status')).json()) as Snapshot;
  assert.equal(status.state, 'refused');
  assert.equal(
    (await ana.submit(PERU, 'first-key')).status,
    422,
    'a rejected key is not sent again',
  );
  const answer = await ana.submit(PERU, 'second-key');
  assert.equal(answer.status, 200);
  assert.equal(((await answer.json()) as Snapshot).attempt, 2);
});

test('sends nothing with fields that the form does not declare, in either channel', async () => {
  const extra = { ...PERU, webhook_url: 'https://evil.example/x', pipeline: { name: 'other' } };
  for (const one of [pair, byPerson]) {
    const ana = await one.candidate();
    const answer = await ana.submit(extra);
    assert.equal(answer.status, 422);
    assert.deepEqual(
      ((await answer.json()) as Problem).errors?.map(({ pointer }) => pointer),
      ['/webhook_url', '/pipeline'],
    );
    assert.equal(await postsOf(one, ana), 0);
  }
});

test('ignores the order of keys when it compares data', async () => {
  const ana = await pair.candidate();
  await ana.submit({ document_id: '44556677', city_locode: 'PE LIM' }, 'one-key');
  const again = await ana.submit({ city_locode: 'PE LIM', document_id: '44556677' }, 'one-key');
  assert.equal(again.status, 200);
});

test('reports that a form was just submitted elsewhere, and no failure', async (t) => {
  const own = await startPair(t, { env: { POLL_MIN_SECONDS: '30' } });
  const ana = await own.candidate();
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await own.control(`/calls/${ana.form_id}`, {});
  for (const key of ['key', 'key']) {
    const answer = await ana.submit(PERU, key);
    assert.equal(answer.status, 409);
    assert.equal(await titleOf(answer), 'This form was already submitted');
  }
  const seen = await readStream(stream, ({ state }) => state === 'submitted');
  assert.equal(seen.at(-1)?.by, 'elsewhere');
  const states = seen.map(({ state }) => state);
  assert.ok(!states.slice(states.indexOf('sending') + 1).includes('open'), states.join());
});

test('never calls a form_url outside FORM_HOSTS', async (t) => {
  const own = await startPair(t, { env: { FORM_HOSTS: 'forms.example' } });
  const ana = await own.candidate();
  const answer = await ana.submit(PERU);
  assert.equal(answer.status, 403);
  assert.equal(await titleOf(answer), 'The form address is outside FORM_HOSTS');
  assert.equal(await postsOf(own, ana), 0);
});

test('handoff: validates the data, sends nothing, and returns the address of the hosted form', async (t) => {
  const own = await startPair(t, { env: { SUBMISSION_CHANNEL: 'handoff' } });
  const ana = await own.candidate();
  assert.equal((await ana.submit({})).status, 422);
  const answer = await ana.submit(PERU);
  assert.equal(answer.status, 200);
  const snapshot = (await answer.json()) as Snapshot;
  assert.equal(snapshot.channel, 'handoff');
  assert.equal(snapshot.form_url, ana.form_url);
  assert.equal(snapshot.state, 'open');
  assert.equal(await postsOf(own, ana), 0);
});

test('person: creates a person with the fields, our webhook, and the precandidate’s id', async () => {
  const ana = await byPerson.candidate();
  const answer = await ana.submit(PERU);
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(((await answer.json()) as Snapshot).state, 'sent');
  const { custom_data } = await completionOf(ana);
  assert.deepEqual(custom_data, { person_id: ana.person_id, precandidate_id: ana.form_id });
});
