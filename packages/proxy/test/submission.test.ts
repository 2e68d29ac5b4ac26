import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { readStream } from './read-stream.ts';
import { startPair } from './start-pair.ts';
import { FORM, PERU, postsOf, submittedBy, titleOf } from './submission-helpers.ts';

test('one idempotency key sends once, however often it comes', async (t) => {
  const pair = await startPair(t);
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

test('a key that comes back with other data is refused', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await ana.submit(PERU, 'one-key');
  const answer = await ana.submit({ ...PERU, document_id: '11111111' }, 'one-key');
  assert.equal(answer.status, 422);
  assert.equal(await titleOf(answer), 'The Idempotency-Key was used with other data');
});

test('a second submit with another key waits for the first', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await pair.control('/_control/faults', { match: FORM, kind: 'delay', delay_ms: 400 });
  const [first, second] = await Promise.all([ana.submit(PERU), ana.submit(PERU)]);
  assert.deepEqual([first.status, second.status].sort(), [200, 409]);
  assert.equal(await postsOf(pair, ana), 1);
});

test('without a key nothing is sent', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const answer = await ana.browse('submission', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PERU),
  });
  assert.equal(answer.status, 400);
  assert.equal(await titleOf(answer), 'The Idempotency-Key header is missing or malformed');
});

test('data that the service refuses: said plainly, and a correction is a new attempt', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await pair.control('/_control/faults', { match: FORM, kind: 'status', status: 422 });
  const refused = await ana.submit(PERU, 'first-key');
  assert.equal(refused.status, 422);
  assert.equal(await titleOf(refused), 'The service refused the data');
  const status = (await (await ana.browse('status')).json()) as Snapshot;
  assert.equal(status.state, 'refused');
  assert.equal((await ana.submit(PERU, 'first-key')).status, 422, 'a spent key is not sent again');
  const answer = await ana.submit(PERU, 'second-key');
  assert.equal(answer.status, 200);
  assert.equal(((await answer.json()) as Snapshot).attempt, 2);
});

for (const kind of ['reset', 'truncated', 'html', 'not-json'] as const)
  test(`the effect happened, then the answer broke (${kind}): sent once, confirmed`, async (t) => {
    const pair = await startPair(t);
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: FORM, kind, when: 'after' });
    const answer = await ana.submit(PERU);
    assert.ok(answer.ok, String(answer.status));
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.equal(await postsOf(pair, ana), 1);
  });

test('303, the usual answer of a form that is taken, is no reason to send again', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await pair.control('/_control/faults', {
    match: FORM,
    kind: 'status',
    status: 303,
    when: 'after',
  });
  const answer = await ana.submit(PERU);
  assert.equal(answer.status, 200);
  assert.equal((await submittedBy(ana)).by, 'form');
  assert.equal(await postsOf(pair, ana), 1);
});

test('what the form does not ask for goes no further, under no channel', async (t) => {
  const extra = {
    ...PERU,
    webhook_url: 'https://evil.example/x',
    webhook_headers: { a: 'b' },
    pipeline: { name: 'other' },
    reports_enabled: ['all'],
  };
  const byForm = await startPair(t);
  const ana = await byForm.candidate();
  assert.equal((await ana.submit(extra)).status, 200);
  const kept = await byForm.control(`/_control/precandidates/${ana.form_id}`);
  assert.doesNotMatch(JSON.stringify(kept), /evil|reports_enabled":\["all/);

  const env = { SUBMISSION_CHANNEL: 'person' };
  const byPerson = await startPair(t, { env, report_delay_ms: 10 });
  const rui = await byPerson.candidate();
  assert.equal((await rui.submit(extra)).status, 200);
  await byPerson.receiver.next((one) => one.event.type === 'person.completed');
});

for (const fault of [
  { kind: 'not-json' },
  { kind: 'html', status: 202 },
  { kind: 'status', status: 204 },
  { kind: 'status', status: 201, body: 'an id in plain text' },
] as const)
  test(`person: a 2xx is the truth, whatever its body (${JSON.stringify(fault)})`, async (t) => {
    const pair = await startPair(t, { env: { SUBMISSION_CHANNEL: 'person' }, report_delay_ms: 10 });
    const ana = await pair.candidate();
    const match = { method: 'POST', path: '/v3/PE/persons' };
    await pair.control('/_control/faults', { match, when: 'after', ...fault });
    const answer = await ana.submit(PERU);
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.equal(((await answer.json()) as Snapshot).state, 'sent');
  });

test('key order makes no other data of the same', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await ana.submit({ document_id: '44556677', city_locode: 'PE LIM' }, 'one-key');
  const again = await ana.submit({ city_locode: 'PE LIM', document_id: '44556677' }, 'one-key');
  assert.equal(again.status, 200);
});

test('a form that was submitted elsewhere a moment ago is told so, and of no failure', async (t) => {
  const pair = await startPair(t, { env: { POLL_MIN_SECONDS: '30' } });
  const ana = await pair.candidate();
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await pair.control(`/calls/${ana.form_id}`, {});
  const answer = await ana.submit(PERU);
  assert.equal(answer.status, 409);
  assert.equal(await titleOf(answer), 'This form was already submitted');
  const seen = await readStream(stream, ({ state }) => state === 'submitted');
  assert.equal(seen.at(-1)?.by, 'elsewhere');
  const states = seen.map(({ state }) => state);
  assert.ok(!states.slice(states.indexOf('sending') + 1).includes('open'), states.join());
});

test('form_url outside FORM_HOSTS is never called', async (t) => {
  const pair = await startPair(t, { env: { FORM_HOSTS: 'forms.example' } });
  const ana = await pair.candidate();
  const answer = await ana.submit(PERU);
  assert.equal(answer.status, 403);
  assert.equal(await titleOf(answer), 'The form address is outside FORM_HOSTS');
  assert.equal(await postsOf(pair, ana), 0);
});

test('handoff: the data is checked, nothing is sent, and the hosted form is named', async (t) => {
  const pair = await startPair(t, { env: { SUBMISSION_CHANNEL: 'handoff' } });
  const ana = await pair.candidate();
  assert.equal((await ana.submit({})).status, 422);
  const answer = await ana.submit(PERU);
  assert.equal(answer.status, 200);
  const snapshot = (await answer.json()) as Snapshot;
  assert.equal(snapshot.channel, 'handoff');
  assert.equal(snapshot.form_url, ana.form_url);
  assert.equal(snapshot.state, 'open');
  assert.equal(await postsOf(pair, ana), 0);
});

test('person: a person is created with the fields, our webhook, and the precandidate’s name', async (t) => {
  const pair = await startPair(t, { env: { SUBMISSION_CHANNEL: 'person' }, report_delay_ms: 10 });
  const ana = await pair.candidate();
  const answer = await ana.submit(PERU);
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(((await answer.json()) as Snapshot).state, 'sent');
  const { event } = await pair.receiver.next((one) => one.event.type === 'person.completed');
  assert.ok(event.type === 'person.completed');
  assert.deepEqual(event.data.custom_data, {
    person_id: ana.person_id,
    precandidate_id: ana.form_id,
  });
});
