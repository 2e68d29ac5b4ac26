import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { createDeliveryStore } from '../src/relay/delivery-store.ts';
import type { FormRow } from '../src/status/form-store.ts';
import { createFormStore } from '../src/status/form-store.ts';
import { createSubmissionStore } from '../src/submissions/submission-store.ts';
import { onBothEngines } from './on-both-engines.ts';

/** A form whose submission was just begun. */
async function begun(db: Database, form_id: string): Promise<FormRow> {
  const seen = {
    person_id: 'p',
    form_id,
    record: '{}',
    precandidate_status: 'CREATED',
    updated_at: null,
    submitted: false,
    looked_at: 1,
  };
  const form = await createFormStore(db).observe(seen, 1);
  assert.ok(form);
  const what = { key: 'k', body_hash: 'h', sealed: 's' };
  const row = await createSubmissionStore(db).begin(form, what, 10);
  assert.ok(row);
  return row;
}

onBothEngines('claims', (db) => {
  test('a process whose claim ran out neither sends what another one sends, nor puts it off', async () => {
    const submissions = createSubmissionStore(db());
    await begun(db(), 'stale');
    const [here] = await submissions.claimDue(10, 20, 1);
    const [there] = await submissions.claimDue(20, 30, 1);
    assert.ok(here && there);
    assert.ok(await submissions.markStarted(there, 21, 50));
    assert.equal(await submissions.markStarted(here, 22, 60), undefined);
    await submissions.postpone(here, 0, 'stored');
    const now = await createFormStore(db()).find('p', 'stale');
    assert.deepEqual([now?.phase, now?.deliver_at, now?.tries], ['started', 50, 1]);
  });

  test('the clock was set back: what lies beyond every pause is due, and was sent now', async () => {
    const submissions = createSubmissionStore(db());
    const HOURS = 2 * 60 * 60_000;
    const row = await begun(db(), 'ahead');
    await submissions.markStarted(row, HOURS, HOURS + 30);
    const due = await submissions.claimDue(100, 200, 10);
    const ahead = due.find(({ form_id }) => form_id === 'ahead');
    assert.deepEqual([ahead?.sent_at, ahead?.deliver_at], [100, 200]);
    assert.deepEqual(await submissions.claimDue(100, 200, 10), []);
  });

  test('what a 2xx promised is not let go as undelivered', async () => {
    const submissions = createSubmissionStore(db());
    const row = await begun(db(), 'promised');
    assert.equal((await submissions.acknowledge(row))?.acknowledged, 1);
    assert.equal(await submissions.settleUnpromised(row, 'undelivered', 2), undefined);
    assert.equal((await createFormStore(db()).find('p', 'promised'))?.sealed, 's');
    assert.equal((await submissions.settle(row, 'delivered', 2))?.state, 'sent');
  });

  test('an attempt that is over cannot be promised, nor can the next one for it', async () => {
    const submissions = createSubmissionStore(db());
    const row = await begun(db(), 'over');
    const open = await submissions.settleUnpromised(row, 'undelivered', 2);
    assert.equal(open?.state, 'open');
    assert.equal(await submissions.acknowledge(row), undefined);
    const next = await submissions.begin(open, { key: 'l', body_hash: 'h', sealed: 't' }, 10);
    assert.equal(await submissions.acknowledge(row), undefined);
    assert.equal(next?.acknowledged, 0);
  });

  test('an event that a killed process had claimed is released, and counts no attempt', async () => {
    const deliveries = createDeliveryStore(db());
    const add = (id: string) =>
      deliveries.add({ id, type: 'person.completed', body: '{}' }, ['killed'], 1);
    await add('waits');
    const [waits] = await deliveries.claimDue('killed', 1, 50, 10);
    assert.ok(waits);
    await deliveries.conclude(waits, 'pending', '503', 9_000, 2);
    await add('claimed');
    for (let crash = 0; crash < 20; crash += 1) {
      assert.equal((await deliveries.claimDue('killed', 100, 5_000, 10)).length, 1);
      await deliveries.release(100);
    }
    const due = await deliveries.claimDue('killed', 100, 5_000, 10);
    assert.deepEqual(
      due.map(({ id, attempt }) => [id, attempt]),
      [['claimed_killed', 0]],
    );
  });
});
