import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wallClock } from '../src/shared/clock.ts';
import type { Database } from '../src/db/database.ts';
import { Jobs } from '../src/db/jobs.ts';
import { FormStore, type FormRow } from '../src/forms/form-store.ts';
import { SubmissionStore, SUBMISSION_QUEUE } from '../src/submissions/store.ts';
import { insertEvent } from '../src/relay/delivery-store.ts';
import { onBothEngines } from './on-both-engines.ts';
import { createStores } from './stores.ts';

const IF_OPEN = { onlyUnacknowledged: true };
const SEALED = { key: 'k', body_hash: 'h', sealed: 's', channel: 'form' } as const;

/** A form whose submission was just begun. */
async function begun(db: Database, form_id: string): Promise<FormRow> {
  const seen = {
    person_id: 'p',
    form_id,
    record: '{}',
    precandidate_status: 'CREATED',
    updated_at: null,
    submitted: false,
    requested_at: 1,
  };
  const form = await new FormStore(db).observe(seen, 1);
  assert.ok(form);
  const row = await new SubmissionStore(db).begin(form, SEALED, 10);
  assert.ok(row);
  return row;
}

onBothEngines((db) => {
  test('writes an attempt and its job together', async () => {
    const row = await begun(db(), 'job');
    assert.deepEqual([row.state, row.attempt, row.begun_at], ['sending', 1, 10]);
    const [job] = await new Jobs(db(), wallClock).claim(SUBMISSION_QUEUE, {
      now: 10,
      leaseMs: 30,
      limit: 1,
    });
    assert.equal(job?.key, 'p/job');
    const rows = await new SubmissionStore(db()).load(['p/job', 'p/none']);
    assert.deepEqual([...rows.keys()], ['p/job']);
  });

  test('the loser of a race to begin does not reschedule the winner’s job', async () => {
    const { submissions, jobs, removeJob } = createStores(db());
    const row = await begun(db(), 'raced');
    const [job] = await jobs.claim(SUBMISSION_QUEUE, { now: 10, leaseMs: 30, limit: 1 });
    assert.equal(job?.key, 'p/raced');
    const retryAt = 9_000;
    await jobs.end(SUBMISSION_QUEUE, [{ job, next: { dueAt: retryAt } }]);
    const loser = { ...row, state: 'open' as const, attempt: 0 };
    assert.equal(await submissions.begin(loser, { ...SEALED, key: 'l' }, 20), undefined);
    const [pending] = (await submissions.list({ state: 'sending', limit: 100 })).filter(
      ({ form_id }) => form_id === 'raced',
    );
    assert.equal(pending?.due_at, retryAt);
    await removeJob(SUBMISSION_QUEUE, 'p/raced');
  });

  test('a process that lost its lease neither sends what another one sends, nor changes it', async () => {
    const submissions = new SubmissionStore(db());
    const stale = await begun(db(), 'stale');
    const started = await submissions.markStarted(stale, 21);
    assert.deepEqual([started?.phase, started?.tries, started?.sent_at], ['started', 1, 21]);
    assert.equal(await submissions.markStarted(stale, 22), undefined);
    const outcome = { phase: 'stored', last_outcome: 'unknown' } as const;
    assert.equal(await submissions.noteTry(stale, outcome), undefined);
  });

  test('reports a failure only if it changes the submission: it may be confirmed meanwhile', async () => {
    const { submissions, forms, deliveries } = createStores(db());
    const type = 'precandidate.submission_failed';
    const report = (id: string) => ({ events: insertEvent({ id, type, body: '{}' }, 1) });
    const confirmed = await begun(db(), 'confirmed');
    const { person_id, form_id } = confirmed;
    const seen = { person_id, form_id, record: '{}', updated_at: null, requested_at: 2 };
    await forms.observe({ ...seen, precandidate_status: 'SUBMITTED', submitted: true }, 2);
    const late = await submissions.apply(confirmed, 'timed-out', 3, report('late'));
    assert.equal(late, undefined);
    assert.equal(await deliveries.find('late'), undefined);

    const failed = await begun(db(), 'failed');
    await submissions.apply(failed, 'timed-out', 3, report('failed'));
    assert.equal((await deliveries.find('failed'))?.state, 'pending');
  });

  test('an acknowledged submission is not abandoned', async () => {
    const submissions = new SubmissionStore(db());
    const row = await begun(db(), 'promised');
    const acknowledged = await submissions.acknowledge(row);
    assert.deepEqual([acknowledged?.acknowledged, acknowledged?.revision], [1, row.revision + 1]);
    const again = await submissions.acknowledge(row);
    assert.equal(again?.revision, acknowledged?.revision, 'only the first changes the snapshot');
    assert.equal(await submissions.apply(row, 'abandoned', 2, IF_OPEN), undefined);
    assert.equal(await submissions.readBody(row), 's');
  });

  test('an attempt that is over cannot be acknowledged, nor the next one in its place', async () => {
    const submissions = new SubmissionStore(db());
    const row = await begun(db(), 'over');
    const open = await submissions.apply(row, 'abandoned', 2, {
      ...IF_OPEN,
      last_outcome: 'form-not-found',
    });
    assert.deepEqual([open?.state, open?.last_outcome], ['open', 'form-not-found']);
    assert.equal(await submissions.acknowledge(row), undefined);
    assert.ok(open);
    const next = await submissions.begin(open, { ...SEALED, key: 'l' }, 10);
    assert.equal(await submissions.acknowledge(row), undefined);
    assert.deepEqual([next?.acknowledged, next?.last_outcome], [0, null]);
  });
});

onBothEngines((db) => {
  test('the data outlives a 2xx and a missing confirmation, but not a refusal', async () => {
    const submissions = new SubmissionStore(db());
    const row = await begun(db(), 'kept');
    const sent = await submissions.apply(row, 'delivered', 2);
    assert.deepEqual([sent?.state, sent?.phase, sent?.body_bytes], ['sent', 'delivered', 1]);
    assert.ok(sent);
    const unconfirmed = await submissions.apply(sent, 'timed-out', 3);
    assert.deepEqual([unconfirmed?.state, unconfirmed?.body_bytes], ['unconfirmed', 1]);
    assert.equal(await submissions.readBody(row), 's');
    assert.ok(unconfirmed);
    const refused = await submissions.apply(unconfirmed, 'rejected', 4);
    assert.deepEqual([refused?.state, refused?.body_bytes], ['refused', null]);
    assert.equal(await submissions.readBody(row), undefined);
  });

  test('an unconfirmed submission is sent again by an operator, or replaced by the candidate', async () => {
    const submissions = new SubmissionStore(db());
    const row = await begun(db(), 'again');
    const sent = await submissions.apply(row, 'delivered', 2);
    const unconfirmed = sent && (await submissions.apply(sent, 'timed-out', 3));
    assert.ok(unconfirmed);
    const resent = await submissions.resend(unconfirmed, 'form', 50);
    assert.deepEqual(
      [resent?.state, resent?.attempt, resent?.phase, resent?.acknowledged, resent?.begun_at],
      ['sending', 1, 'started', 1, 50],
    );
    assert.equal(await submissions.begin(unconfirmed, SEALED, 60), undefined, 'too late');
    assert.ok(resent);
    const late = await submissions.apply(resent, 'timed-out', 70);
    assert.ok(late);
    const next = await submissions.begin(late, { ...SEALED, key: 'm' }, 80);
    assert.deepEqual([next?.state, next?.attempt], ['sending', 2]);
    assert.ok(next);
    assert.equal(await submissions.resend(late, 'form', 90), undefined);
  });

  test('pending submissions are listed with their next step, newest first', async () => {
    const submissions = new SubmissionStore(db());
    const listed = await submissions.list({ state: 'refused', limit: 10 });
    assert.deepEqual(
      listed.map(({ form_id, has_data }) => [form_id, has_data]),
      [['kept', 0]],
    );
    const all = await submissions.list({ limit: 10 });
    assert.ok(all.some(({ form_id, due_at }) => form_id === 'again' && due_at !== null));
    assert.ok(!all.some(({ state }) => !['sending', 'sent', 'unconfirmed'].includes(state)));
    assert.ok(!('sealed' in (all[0] ?? {})));
  });
});
