import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { readStream } from '../../../tests/stage/read-stream.ts';
import { type Candidate, ORIGIN, type Pair, startPair } from '../../../tests/stage/pair.ts';
import { startReceiver } from '../../../tests/stage/receiver.ts';
import { failureOf, FORM, PERU, postsOf, submittedBy, titleOf } from './submission-helpers.ts';
import { until } from '../../../tests/stage/until.ts';

/** Has the service name another address of the form, and waits until the proxy has polled it. */
async function moveForm(pair: Pair, { person_id, form_id, token }: Candidate, form_url: string) {
  await pair.control(`/_control/precandidates/${form_id}/form-url`, { form_url });
  await until(async () => {
    const response = await fetch(`${pair.url}/precandidate/${person_id}`, {
      headers: { authorization: `Bearer ${token}`, origin: ORIGIN },
    });
    const [record] = (await response.json()) as { form_url: string }[];
    return record?.form_url === form_url;
  });
}

interface Pending {
  state: string;
  tries: number;
  last_outcome: string | null;
  has_data: boolean;
  /** `null`: nothing is sent any more. */
  next_at: string | null;
}

/** The candidate's row in `GET /submissions`, once it is as wanted. */
function pending(
  pair: Pair,
  { form_id }: Candidate,
  isWanted: (row: Pending) => boolean,
): Promise<Pending> {
  return until(async () => {
    const response = await pair.backend('/submissions');
    const { submissions } = (await response.json()) as {
      submissions: (Pending & { precandidate_id: string })[];
    };
    const row = submissions.find(({ precandidate_id }) => precandidate_id === form_id);
    return row && isWanted(row) && row;
  });
}

// Most wait for a pause between two tries: several at a time share the wait.
describe('while the service is away', { concurrency: 3 }, () => {
  for (const fault of [
    { kind: 'status', status: 503 },
    { kind: 'too-many', retry_after_s: 1 },
  ] as const)
    test(`service away (${fault.kind}): answers 202 and delivers later`, async (t) => {
      const pair = await startPair(t);
      const ana = await pair.candidate();
      await pair.control('/_control/faults', { match: FORM, ...fault, times: 0 });
      const response = await ana.submit(PERU, 'one-key');
      assert.equal(response.status, 202);
      const { state, stored } = (await response.json()) as Snapshot;
      assert.deepEqual([state, stored], ['sending', true]);
      assert.equal(
        (await ana.submit(PERU, 'one-key')).status,
        202,
        'a repeated key is not sent again',
      );
      await pair.control('/_control/faults', undefined, 'DELETE');
      assert.equal((await submittedBy(ana)).by, 'form');
      assert.equal(await postsOf(pair, ana), 1);
    });

  test('service away when the proxy restarts: answers 202 for an open form and delivers later', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-test-'));
    t.after(() => rm(folder, { recursive: true }));
    const pair = await startPair(t, { env: { DATA_DIR: folder } });
    const ana = await pair.candidate();
    assert.equal((await ana.browse('schema')).status, 200);
    await pair.control('/_control/faults', { match: {}, kind: 'status', status: 503, times: 0 });
    await pair.restart();
    const invalid = await ana.submit({});
    assert.equal(invalid.status, 422);
    const response = await ana.submit(PERU);
    assert.equal(response.status, 202, await response.clone().text());
    assert.equal(((await response.json()) as Snapshot).stored, true);
    await pair.control('/_control/faults', undefined, 'DELETE');
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.equal(await postsOf(pair, ana), 1);
  });

  test('connection refused: answers 202 and delivers once the form is reachable', async (t) => {
    const pair = await startPair(t, { env: { FORM_HOSTS: '127.0.0.1' } });
    const ana = await pair.candidate();
    await moveForm(pair, ana, 'http://127.0.0.1:9/');
    const response = await ana.submit(PERU);
    assert.equal(response.status, 202);
    await moveForm(pair, ana, ana.form_url);
    assert.equal((await submittedBy(ana)).by, 'form');
  });

  test('checks form_url at each try: sends nothing to another host after the record changed', async (t) => {
    const strange = await startReceiver();
    t.after(() => strange.close());
    const pair = await startPair(t);
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: FORM, kind: 'status', status: 503, times: 0 });
    assert.equal((await ana.submit(PERU)).status, 202);
    await moveForm(pair, ana, strange.url);
    await pending(pair, ana, ({ last_outcome }) => last_outcome === 'form-host-not-allowed');
    assert.equal(strange.received.length, 0);
    await pair.control('/_control/faults', undefined, 'DELETE');
    await moveForm(pair, ana, ana.form_url);
    assert.equal((await submittedBy(ana)).by, 'form');
  });
});

describe('while nothing confirms a submission', { concurrency: 3 }, () => {
  for (const fault of [{ kind: 'html', status: 200 }, { kind: 'redirect' }] as const)
    test(`reports a 2xx or redirect that is never confirmed (${fault.kind}), keeps the data, and sends it again on request`, async (t) => {
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

  test('accepts another submission of an unconfirmed form', async (t) => {
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

  test('refuses to retry what is not stored', async (t) => {
    const pair = await startPair(t);
    const ana = await pair.candidate();
    const retry = (path: string) => pair.backend(`/submissions/${path}/retry`, { method: 'POST' });
    assert.equal((await retry('nobody/nothing')).status, 404);
    const response = await retry(`${ana.person_id}/${ana.form_id}`);
    assert.equal(response.status, 409);
    assert.equal(await titleOf(response), 'There is no stored submission to send again');
  });

  test('finishes a running send when it stops', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-test-'));
    t.after(() => rm(folder, { recursive: true }));
    const pair = await startPair(t, { env: { DATA_DIR: folder } });
    const ana = await pair.candidate();
    await pair.control('/_control/faults', { match: FORM, kind: 'delay', delay_ms: 1_500 });
    const response = ana.submit(PERU);
    await pending(pair, ana, ({ tries }) => tries === 1);
    await pair.restart();
    assert.ok((await response).ok);
    assert.equal((await submittedBy(ana)).by, 'form');
    assert.equal(await postsOf(pair, ana), 1);
  });
});
