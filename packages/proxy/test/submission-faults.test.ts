import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { type Candidate, ORIGIN, type Pair, startPair } from 'precandidate-testing/pair.ts';
import { startReceiver } from 'precandidate-testing/receiver.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { assertProblem, requestProxy } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import { failureOf, FORM, PERU, postsOf, submittedBy } from './submission-helpers.ts';

const snapshotOf = async (response: Response) => (await response.json()) as Snapshot;

/** Has the service name another address of the form, and waits until the proxy has polled it. */
async function moveForm(pair: Pair, { person_id, form_id, token }: Candidate, form_url: string) {
  await pair.control(`/_control/precandidates/${form_id}/form-url`, { form_url });
  await until(async () => {
    const path = `/precandidate/${person_id}`;
    const response = await requestProxy(pair.url, path, { token, origin: ORIGIN });
    const [record] = (await response.json()) as { form_url: string }[];
    return record?.form_url === form_url;
  });
}

interface Pending {
  state: string;
  tries: number;
  last_outcome: string | null;
  has_data: boolean;
}

/** The candidate's row in `GET /submissions`, once it is as wanted. */
function pending(pair: Pair, { form_id }: Candidate, isWanted: (row: Pending) => boolean) {
  return until(async () => {
    const { submissions } = (await (await pair.backend('/submissions')).json()) as {
      submissions: (Pending & { precandidate_id: string })[];
    };
    const row = submissions.find(({ precandidate_id }) => precandidate_id === form_id);
    return row && isWanted(row) && row;
  });
}

// Most wait for a pause between two tries: several at a time share the wait.
describe('while the service is away', { concurrency: 3 }, () => {
  test('answers 202 and delivers later', async (t) => {
    const pair = await startPair(t);
    const ana = await pair.candidate();
    await pair.fault({ match: FORM, kind: 'status', status: 503, times: 0 });
    const response = await ana.submit(PERU, 'one-key');
    assert.equal(response.status, 202);
    const { state, stored } = await snapshotOf(response);
    assert.deepEqual([state, stored], ['sending', true]);
    const again = await ana.submit(PERU, 'one-key');
    assert.equal(again.status, 202, 'a repeated key is not sent again');
    await pair.recover();
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.equal(await postsOf(pair, ana), 1);
  });

  test('when the proxy restarts: answers 202 for an open form and delivers later', async (t) => {
    const pair = await startPair(t, { env: { DATA_DIR: await newFolder(t) } });
    const ana = await pair.candidate();
    assert.equal((await ana.browse('schema')).status, 200);
    await pair.fault({ kind: 'status', status: 503, times: 0 });
    await pair.restart();
    assert.equal((await ana.submit({})).status, 422);
    const response = await ana.submit(PERU);
    assert.equal(response.status, 202, await response.clone().text());
    assert.equal((await snapshotOf(response)).stored, true);
    await pair.recover();
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.equal(await postsOf(pair, ana), 1);
  });

  test('checks form_url at each try: sends nothing to another host after the record changed', async (t) => {
    const strange = await startReceiver();
    t.after(() => strange.close());
    const pair = await startPair(t, { env: { FORM_HOSTS: '127.0.0.1' } });
    const ana = await pair.candidate();
    await moveForm(pair, ana, 'http://127.0.0.1:9/');
    assert.equal((await ana.submit(PERU)).status, 202, 'the connection is refused');
    await moveForm(pair, ana, strange.url.replace('127.0.0.1', 'localhost'));
    await pending(pair, ana, ({ last_outcome }) => last_outcome === 'form-host-not-allowed');
    assert.equal(strange.received.length, 0);
    await moveForm(pair, ana, ana.form_url);
    assert.equal((await submittedBy(ana)).by, 'form');
  });
});

test('a form that says 409 while its record is open gets the data later', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await pair.fault({ match: FORM, kind: 'html', status: 409 });
  const response = await ana.submit(PERU);
  assert.ok([200, 202].includes(response.status), String(response.status));
  assert.equal((await submittedBy(ana)).by, 'form');
  assert.equal(await postsOf(pair, ana), 1);
});

describe('a submission that nothing confirms', { concurrency: 3 }, () => {
  test('is reported with its data kept, and sent again on request', async (t) => {
    const pair = await startPair(t, { env: { CONFIRM_WITHIN_SECONDS: '1' } });
    const ana = await pair.candidate();
    const path = `/submissions/${ana.person_id}/${ana.form_id}/retry`;
    const retry = () => pair.backend(path, { method: 'POST' });
    await assertProblem(await retry(), 'submission-not-stored');
    await pair.fault({ match: FORM, kind: 'html', status: 200, times: 0 });
    const response = await ana.submit(PERU);
    assert.equal(response.status, 200);
    assert.equal((await snapshotOf(response)).state, 'sent');
    assert.deepEqual(await failureOf(pair, ana), { attempt: 1, reason: 'unconfirmed' });
    const listed = await pending(pair, ana, ({ state }) => state === 'unconfirmed');
    assert.deepEqual([listed.has_data, listed.tries], [true, 1]);
    assert.match(await pair.metrics(), /precandidate_forms\{state="unconfirmed"\} 1/);

    await pair.recover();
    assert.equal((await retry()).status, 202);
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.equal(await postsOf(pair, ana), 1);
    await assertProblem(await retry(), 'already-submitted');
  });

  test('may be replaced by another one', async (t) => {
    const pair = await startPair(t, { env: { CONFIRM_WITHIN_SECONDS: '1' } });
    const ana = await pair.candidate();
    await pair.fault({ match: FORM, kind: 'redirect' });
    assert.equal((await ana.submit(PERU, 'one-key')).status, 200);
    await ana.follow(({ state }) => state === 'unconfirmed');
    const response = await ana.submit(PERU, 'two-key');
    assert.equal(response.status, 200);
    assert.equal((await snapshotOf(response)).attempt, 2);
    assert.equal((await submittedBy(ana)).by, 'form');
  });
});
