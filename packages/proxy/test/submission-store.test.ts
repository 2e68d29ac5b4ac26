import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SUBMISSION_QUEUE } from '../src/submissions/submission-store.ts';
import { insertEvent } from '../src/outbox/delivery-store.ts';
import { onBothEngines } from './on-both-engines.ts';
import { apply, createStores, formAfter, SEALED } from './stores.ts';

const IF_OPEN = { onlyUnacknowledged: true };

onBothEngines((db) => {
  test('one of several processes begins an attempt, and the others leave its job as it is', async () => {
    const stores = createStores(db());
    const { submissions, jobs, removeJob } = stores;
    const form = await formAfter(stores, 'race', []);
    const begun = await Promise.all(
      ['a', 'b', 'c'].map((key) => submissions.begin(form, { ...SEALED, key }, 10)),
    );
    assert.equal(begun.filter(Boolean).length, 1);
    const [job] = await jobs.claim(SUBMISSION_QUEUE, { now: 10, leaseMs: 30, limit: 1 });
    assert.equal(job?.key, 'p/race');
    await jobs.end(SUBMISSION_QUEUE, [{ job, next: { dueAt: 9_000 } }]);
    assert.equal(await submissions.begin(form, { ...SEALED, key: 'd' }, 20), undefined);
    const [listed] = await submissions.list({ state: 'sending', limit: 100 });
    assert.deepEqual([listed?.form_id, listed?.due_at], ['race', 9_000]);
    await removeJob(SUBMISSION_QUEUE, 'p/race');
  });

  test('a process that lost its lease neither sends what another one sends, nor changes it', async () => {
    const stores = createStores(db());
    const { submissions } = stores;
    const stale = await formAfter(stores, 'stale', ['submit']);
    const started = await submissions.markStarted(stale, 21);
    assert.deepEqual([started?.phase, started?.tries, started?.sent_at], ['started', 1, 21]);
    assert.equal(await submissions.markStarted(stale, 22), undefined);
    const outcome = { phase: 'stored', last_outcome: 'unknown' } as const;
    assert.equal(await submissions.noteTry(stale, outcome), undefined);
  });

  test('reports a failure only if it changes the submission: it may be confirmed meanwhile', async () => {
    const stores = createStores(db());
    const type = 'precandidate.submission_failed';
    for (const [id, state] of [
      ['confirmed', undefined],
      ['failed', 'pending'],
    ] as const) {
      const form = await formAfter(stores, id, ['submit']);
      if (id === 'confirmed') await apply(stores, form, 'confirmed');
      const events = insertEvent({ id, type, body: '{}' }, 1);
      await stores.submissions.apply(form, 'timed-out', 3, { events });
      assert.equal((await stores.deliveries.find(id))?.state, state);
    }
  });

  test('an acknowledged submission is not abandoned', async () => {
    const stores = createStores(db());
    const { submissions } = stores;
    const row = await formAfter(stores, 'promised', ['submit']);
    const acknowledged = await submissions.acknowledge(row);
    assert.deepEqual([acknowledged?.acknowledged, acknowledged?.revision], [1, row.revision + 1]);
    const again = await submissions.acknowledge(row);
    assert.equal(again?.revision, acknowledged?.revision, 'only the first changes the snapshot');
    assert.equal(await submissions.apply(row, 'abandoned', 2, IF_OPEN), undefined);
    assert.deepEqual(Buffer.from((await submissions.readBody(row)) ?? []), SEALED.sealed);
  });

  test('an attempt that is over cannot be acknowledged, nor the next one in its place', async () => {
    const stores = createStores(db());
    const { submissions } = stores;
    const row = await formAfter(stores, 'over', ['submit']);
    const last_outcome = 'form-not-found';
    const open = await submissions.apply(row, 'abandoned', 2, { ...IF_OPEN, last_outcome });
    assert.deepEqual([open?.state, open?.last_outcome], ['open', last_outcome]);
    assert.equal(await submissions.acknowledge(row), undefined);
    const next = open && (await apply(stores, open, 'submit other'));
    assert.equal(await submissions.acknowledge(row), undefined);
    assert.deepEqual([next?.acknowledged, next?.last_outcome], [0, null]);
  });
});
