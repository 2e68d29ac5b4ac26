import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Problem, Snapshot } from 'precandidate-contract';
import { readStream } from './read-stream.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { type Candidate, ORIGIN, type Pair, startPair } from './start-pair.ts';
import { startReceiver } from './start-receiver.ts';

const PERU = { document_id: '44556677', city_locode: 'PE LIM' };
const SCHEMA = { type: 'object', properties: { document_id: { type: 'string' } } };
const FORM = { method: 'POST', path: '/forms/' };
const titleOf = async (answer: Response) => ((await answer.json()) as Problem).title;

/** How often the hosted form was posted to, as the sandbox counts. */
async function postsOf(pair: Pair, { form_id }: Candidate): Promise<number> {
  const kept = (await pair.control(`/_control/precandidates/${form_id}`)) as { form_posts: number };
  assert.equal(typeof kept.form_posts, 'number');
  return kept.form_posts;
}

/** Has the service name another address of the form, and waits until the proxy has polled it. */
async function moveForm(pair: Pair, { person_id, form_id, token }: Candidate, form_url: string) {
  await pair.control(`/_control/precandidates/${form_id}/form-url`, { form_url });
  for (;;) {
    const response = await fetch(`${pair.url}/precandidate/${person_id}`, {
      headers: { authorization: `Bearer ${token}`, origin: ORIGIN },
    });
    const [record] = (await response.json()) as { form_url: string }[];
    if (record?.form_url === form_url) return;
  }
}

interface Pending {
  state: string;
  tries: number;
  last_outcome: string | null;
  has_data: boolean;
}

/** The candidate's row in `GET /submissions`, once it is as wanted. */
async function pending(
  pair: Pair,
  { form_id }: Candidate,
  isWanted: (row: Pending) => boolean,
): Promise<Pending> {
  for (;;) {
    const response = await pair.backend('/submissions');
    const { submissions } = (await response.json()) as {
      submissions: (Pending & { precandidate_id: string })[];
    };
    const row = submissions.find(({ precandidate_id }) => precandidate_id === form_id);
    if (row && isWanted(row)) return row;
  }
}

/** What the back end hears of a submission that did not arrive. */
async function failureOf(pair: Pair, { person_id, form_id }: Candidate) {
  const type = 'precandidate.submission_failed';
  const { event } = await pair.receiver.next((one) => one.event.type === type);
  assert.ok(event.type === type);
  const { person_id: whose, precandidate_id, ...rest } = event.data;
  assert.deepEqual([whose, precandidate_id], [person_id, form_id]);
  return rest;
}

async function submittedBy(ana: Candidate): Promise<Snapshot> {
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  const seen = await readStream(stream, ({ state }) => state === 'submitted');
  return seen.at(-1) as Snapshot;
}

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

for (const fault of [
  { kind: 'status', status: 503 },
  { kind: 'too-many', retry_after_s: 1 },
] as const)
  test(`the service is away (${fault.kind}): 202, and the data is delivered later`, async (t) => {
    const pair = await startPair(t);
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: FORM, ...fault });
    const response = await ana.submit(PERU, 'one-key');
    assert.equal(response.status, 202);
    const { state, stored } = (await response.json()) as Snapshot;
    assert.deepEqual([state, stored], ['sending', true]);
    assert.equal((await ana.submit(PERU, 'one-key')).status, 202, 'repeated, not sent again');
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.equal(await postsOf(pair, ana), 1);
  });

test('the connection is refused: 202, and the data is delivered once the form is reachable', async (t) => {
  const pair = await startPair(t, { env: { FORM_HOSTS: '127.0.0.1' } });
  const ana = await pair.candidate();
  await moveForm(pair, ana, 'http://127.0.0.1:9/');
  const response = await ana.submit(PERU);
  assert.equal(response.status, 202);
  await moveForm(pair, ana, ana.form_url);
  assert.equal((await submittedBy(ana)).by, 'form');
});

test('form_url is checked at each try: a changed record sends nothing to another host', async (t) => {
  const strange = await startReceiver();
  t.after(() => strange.close());
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await pair.control('/_control/faults', { match: FORM, kind: 'status', status: 503 });
  assert.equal((await ana.submit(PERU)).status, 202);
  await moveForm(pair, ana, strange.url);
  await pending(pair, ana, ({ last_outcome }) => last_outcome === 'form-host-not-allowed');
  assert.equal(strange.received.length, 0);
  await moveForm(pair, ana, ana.form_url);
  assert.equal((await submittedBy(ana)).by, 'form');
});

for (const fault of [{ kind: 'html', status: 200 }, { kind: 'redirect' }] as const)
  test(`a 2xx or redirect that the service never confirms (${fault.kind}): unconfirmed, kept, and sent again`, async (t) => {
    const pair = await startPair(t, { env: { CONFIRM_WITHIN_SECONDS: '1' } });
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: FORM, times: 0, ...fault });
    const response = await ana.submit(PERU);
    assert.equal(response.status, 200);
    assert.equal(((await response.json()) as Snapshot).state, 'sent');
    assert.deepEqual(await failureOf(pair, ana), { attempt: 1, reason: 'unconfirmed' });
    const listed = await pending(pair, ana, ({ state }) => state === 'unconfirmed');
    assert.deepEqual([listed.has_data, listed.tries], [true, 1]);
    const metrics = await (await fetch(`${pair.url}/metrics`)).text();
    assert.match(metrics, /precandidate_forms\{state="unconfirmed"\} 1/);

    await pair.control('/_control/faults', undefined, 'DELETE');
    const path = `/submissions/${ana.person_id}/${ana.form_id}/retry`;
    assert.equal((await pair.backend(path, { method: 'POST' })).status, 202);
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.equal(await postsOf(pair, ana), 1);
    assert.equal((await pair.backend(path, { method: 'POST' })).status, 409);
  });

test('an unconfirmed form can be submitted again', async (t) => {
  const pair = await startPair(t, { env: { CONFIRM_WITHIN_SECONDS: '1' } });
  const ana = await pair.candidate();
  await pair.control('/_control/faults', { match: FORM, kind: 'html', status: 200 });
  assert.equal((await ana.submit(PERU, 'one-key')).status, 200);
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await readStream(stream, ({ state }) => state === 'unconfirmed');
  const response = await ana.submit(PERU, 'two-key');
  assert.equal(response.status, 200);
  assert.equal(((await response.json()) as Snapshot).attempt, 2);
  assert.equal((await submittedBy(ana)).by, 'form');
});

test('retry says what cannot be sent', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const retry = (path: string) => pair.backend(`/submissions/${path}/retry`, { method: 'POST' });
  assert.equal((await retry('nobody/nothing')).status, 404);
  const response = await retry(`${ana.person_id}/${ana.form_id}`);
  assert.equal(response.status, 409);
  assert.equal(await titleOf(response), 'There is no stored submission to send again');
});

test('a stop lets a running send finish', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const pair = await startPair(t, { env: { DATA_DIR: folder } });
  const ana = await pair.candidate();
  await pair.control('/_control/faults', { match: FORM, kind: 'delay', delay_ms: 1_500 });
  const response = ana.submit(PERU);
  await pending(pair, ana, ({ tries }) => tries === 1);
  await pair.restart();
  assert.equal((await response).status, 200);
  assert.equal((await submittedBy(ana)).by, 'form');
  assert.equal(await postsOf(pair, ana), 1);
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

// Each waits for the time in which the service is only asked: side by side they wait once.
describe('when the answer got lost', { concurrency: true }, () => {
  test('the connection broke before any effect: looked up for 20 s, then sent again by itself', async (t) => {
    const pair = await startPair(t);
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: FORM, kind: 'reset' });
    const answer = await ana.submit(PERU);
    assert.equal(answer.status, 202);
    assert.equal(((await answer.json()) as Snapshot).state, 'sending');
    const since = Date.now();
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.ok(Date.now() - since > 15_000, 'a form that was taken may take its time to say so');
    assert.equal(await postsOf(pair, ana), 1);
  });

  test('a secret dropped too early: the data is kept, and the candidate is not stuck', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-test-'));
    t.after(() => rm(folder, { recursive: true }));
    const pair = await startPair(t, { env: { DATA_DIR: folder } });
    const ana = await pair.candidate();
    const fault = { match: FORM, kind: 'reset', times: 0 };
    await pair.control('/_control/faults', fault);
    assert.equal((await ana.submit(PERU)).status, 202);
    await pair.restart({
      SESSION_SECRETS: 'a-newer-secret-0123456789-0123456789',
      CONFIRM_WITHIN_SECONDS: '1',
    });
    const minted = await pair.backend('/sessions', {
      body: { person_id: ana.person_id, form_id: ana.form_id },
    });
    const { token } = (await minted.json()) as { token: string };
    const stream = await ana.browse('status', {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    });
    await readStream(stream, ({ state }) => state === 'unconfirmed');
    assert.deepEqual(await failureOf(pair, ana), { attempt: 1, reason: 'unconfirmed' });
    await pair.control('/_control/faults', undefined, 'DELETE');
    await pair.restart();
    assert.equal((await submittedBy(ana)).by, 'form');
  });

  test('person: slow creations are repeated once at most, under one key, and then alerted', async (t) => {
    const env = {
      SUBMISSION_CHANNEL: 'person',
      PERSON_TIMEOUT_SECONDS: '1',
      CONFIRM_WITHIN_SECONDS: '30',
    };
    const keys: unknown[] = [];
    const { apiUrl } = await startScriptedService(t, ({ method, url = '', headers }, response) => {
      if (method === 'POST' && url.endsWith('/persons')) keys.push(headers['idempotency-key']);
      else if (url.includes('/schema/')) response.end(JSON.stringify(SCHEMA));
      else response.end(JSON.stringify(method === 'POST' ? recordOf('p') : [recordOf('p')]));
    });
    const pair = await startPair(t, { env: { ...env, UPSTREAM_URL: apiUrl } });
    const ana = await pair.candidate();
    assert.equal((await ana.submit({ document_id: '1' })).status, 202);
    assert.deepEqual(await failureOf(pair, ana), { attempt: 1, reason: 'unconfirmed' });
    assert.equal(keys.length, 2);
    assert.ok(keys[0] !== undefined && keys[0] === keys[1]);
  });

  test('data that is refused after the candidate went: the back end is told', async (t) => {
    const pair = await startPair(t);
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: FORM, kind: 'reset' });
    assert.equal((await ana.submit(PERU)).status, 202);
    await pair.control('/_control/faults', { match: FORM, kind: 'status', status: 422 });
    assert.deepEqual(await failureOf(pair, ana), { attempt: 1, reason: 'refused' });
    const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
    await readStream(stream, ({ state }) => state === 'refused');
  });

  test('a submission answered 202 survives a restart', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-test-'));
    t.after(() => rm(folder, { recursive: true }));
    const pair = await startPair(t, { env: { DATA_DIR: folder } });
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: FORM, kind: 'reset' });
    assert.equal((await ana.submit(PERU)).status, 202);
    await pair.restart();
    assert.equal((await submittedBy(ana)).state, 'submitted');
  });

  test('one that was sealed before a rotation is opened and sent after it', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-test-'));
    t.after(() => rm(folder, { recursive: true }));
    const pair = await startPair(t, { env: { DATA_DIR: folder } });
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: FORM, kind: 'reset' });
    assert.equal((await ana.submit(PERU)).status, 202);
    const secrets = `a-newer-secret-0123456789-0123456789,${pair.env['SESSION_SECRETS']}`;
    await pair.restart({ SESSION_SECRETS: secrets });
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.equal(await postsOf(pair, ana), 1);
  });
});
