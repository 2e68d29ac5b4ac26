import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createStores } from './stores.ts';
import type { Database } from '../src/db/database.ts';
import { createOutbox } from '../src/outbox/outbox.ts';
import { observationsOf } from '../src/forms/observation.ts';
import { POLLS } from '../src/polling/poll-schedule.ts';
import { wallClock } from '../src/shared/clock.ts';
import { StatusPoller } from '../src/polling/poller.ts';
import type { ReadOptions } from '../src/upstream/service-client.ts';
import { onBothEngines } from './on-both-engines.ts';
import { recordOf } from './record-of.ts';
import { until } from 'precandidate-testing/until.ts';
import { raw, sql } from '../src/db/sql-template.ts';

const onError = (error: unknown) => assert.fail(error as Error);

/** A process that polls a service which lists these records; the time is that of the request. */
function processOn(
  t: TestContext,
  db: Database,
  list: (person_id: string) => object[] | Promise<object[]>,
  {
    longestReadMs = 60_000,
    clock = wallClock.now,
    onRead = (_options: ReadOptions | undefined): unknown => undefined,
  } = {},
) {
  const stores = createStores(db);
  const sender = { sender: undefined, onSent: () => {}, clock: wallClock, onError };
  const poller = new StatusPoller({
    ...stores,
    clock: wallClock,
    service: {
      async listPrecandidates(person_id, options) {
        onRead(options);
        options?.onSent?.(performance.now());
        const requested_at = clock();
        return { status: 200, text: '', value: await list(person_id), requested_at };
      },
    },
    outbox: createOutbox({ ...stores, ...sender }),
    roomForPolls: () => 100,
    metrics: { poll: () => undefined },
    deadlineMs: longestReadMs,
    onBackgroundError: onError,
  });
  t.after(async () => {
    await poller.stop();
    await stores.formNotifications.stop();
  });
  return { poller, ...stores };
}

onBothEngines((db) => {
  for (const [name, status, state, events] of [
    ['a response that a later poll has overtaken changes nothing', 'CREATED', 'open', 1],
    ['a late response that says submitted counts', 'SUBMITTED', 'submitted', 3],
  ] as const)
    test(name, async (t) => {
      const person_id = `person-${status}`;
      const late = Promise.withResolvers<object[]>();
      const newer = recordOf(person_id, 'IN_REVIEW');
      const here = processOn(t, db(), () => late.promise, { clock: () => 1_000 });
      const there = processOn(t, db(), () => [newer], { clock: () => 2_000 });
      await here.pollSchedule.remember(person_id, 0);
      const early = here.poller.pollNow(person_id);
      const [first] = (await there.poller.pollNow(person_id)).forms;
      late.resolve([{ ...recordOf(person_id, status), updated_at: newer.updated_at }]);
      await early;
      const now = await here.forms.find(person_id, `form-${person_id}`);
      const revision = Number(first?.revision) + (state === 'open' ? 0 : 1);
      assert.deepEqual([now?.state, now?.revision], [state, revision]);
      const types = (await here.deliveries.list({ limit: 100 })).map(({ type }) => type);
      const changes = types.filter((type) => type === 'precandidate.status_changed');
      assert.equal(changes.length, events);
    });

  for (const [name, read] of [
    [
      'poll of a submission',
      (poller: StatusPoller, person_id: string) => poller.pollNow(person_id),
    ],
    [
      'first read',
      (poller: StatusPoller, person_id: string) => poller.findOrFetch(person_id, 'form-other'),
    ],
  ] as const)
    test(`a ${name} that an erasure overtakes stores nothing of the person`, async (t) => {
      const person_id = name.replaceAll(' ', '-');
      const late = Promise.withResolvers<object[]>();
      const asked = Promise.withResolvers<void>();
      const { poller, forms, pollSchedule } = processOn(t, db(), () => {
        asked.resolve();
        return late.promise;
      });
      const record = recordOf(person_id);
      await pollSchedule.remember(person_id);
      await poller.storeRecords(person_id, [record], 1);
      await pollSchedule.keepPolling(person_id);
      const result = read(poller, person_id).catch(() => undefined);
      await asked.promise;
      for (const table of ['polled_persons', 'forms'])
        await db().query(sql`delete from ${raw(table)} where person_id = ${person_id}`);
      late.resolve([record, { ...record, precandidate_id: 'form-other' }]);
      await result;
      assert.deepEqual(await forms.ofPersons([person_id]), []);
    });

  test('an erasure while a known form is opened leaves nothing that is polled', async (t) => {
    const person_id = 'erased-when-opened';
    const { poller, forms, pollSchedule } = processOn(t, db(), () => [recordOf(person_id)]);
    await pollSchedule.remember(person_id);
    await poller.storeRecords(person_id, [recordOf(person_id)], 1);
    const before = await pollSchedule.count();
    const find = forms.find.bind(forms);
    forms.find = async (person, form_id) => {
      const form = await find(person, form_id);
      for (const table of ['polled_persons', 'forms'])
        await db().query(sql`delete from ${raw(table)} where person_id = ${person}`);
      return form;
    };
    await poller.findOrFetch(person_id, `form-${person_id}`);
    assert.equal(await pollSchedule.count(), before);
    assert.equal((await pollSchedule.load([person_id])).size, 0);
  });

  test('an erased person’s schemas and session data are not stored', async (t) => {
    const person_id = 'erased-when-opened';
    const { schemas, sessionData } = processOn(t, db(), () => []);
    await schemas.put({ person_id, form_id: 'f' }, { hash: 'hash', text: '{}', fetchedAt: 1 });
    await sessionData.put({ session_id: 's', person_id, expires_at: 1e15 }, { prefill: { a: 1 } });
    assert.equal(await schemas.find({ person_id, form_id: 'f' }), undefined);
    assert.equal(await sessionData.find('s'), undefined);
  });
});

onBothEngines((db) => {
  test('requests for two forms of one person read its list in the same way, so they share one call', async (t) => {
    const reads: string[] = [];
    const list = () =>
      ['f', 'g'].map((precandidate_id) => ({ ...recordOf('two'), precandidate_id }));
    const { poller } = processOn(t, db(), list, {
      onRead: (options) => reads.push(JSON.stringify(options)),
    });
    await Promise.all(['f', 'g'].map((form_id) => poller.findOrFetch('two', form_id)));
    // Where the first one is fast, the other finds its form without a read.
    assert.deepEqual([...new Set(reads)], ['{}']);
  });

  test('a form that is not known yet does not wait long for a service that stalls', async (t) => {
    const late = Promise.withResolvers<object[]>();
    const { poller, forms } = processOn(t, db(), () => late.promise, { longestReadMs: 200 });
    const form_id = 'form-unseen';
    const problemName = 'service-unavailable';
    await assert.rejects(poller.findOrFetch('unseen', form_id), { problemName });
    late.resolve([recordOf('unseen')]);
    await until(() => forms.find('unseen', form_id));
  });

  test('a form that a candidate uses is polled, until it is submitted', async (t) => {
    let status = 'CREATED';
    const listed = (person_id: string) => [recordOf(person_id, status)];
    const { poller, removeJob, pollSchedule } = processOn(t, db(), listed);
    const before = await pollSchedule.count();
    await poller.findOrFetch('used', 'form-used');
    assert.equal(await pollSchedule.count(), before + 1);

    status = 'SUBMITTED';
    await poller.pollNow('used');
    await removeJob(POLLS, 'used');
    assert.equal((await poller.findOrFetch('used', 'form-used')).state, 'submitted');
    for (const person_id of ['used', 'unknown']) await pollSchedule.pollSoon(person_id);
    assert.equal(await pollSchedule.count(), before, 'nobody polls these persons');
  });

  test('a list in another order, or with an old copy of a record, is no news', async (t) => {
    const person_id = 'reordered';
    const { precandidate_id, ...rest } = recordOf(person_id);
    const record = { precandidate_id, ...rest, reports_enabled: ['a', 'b'] };
    const other = { ...record, precandidate_id: 'form-other' };
    const old = { ...record, precandidate_status: 'DRAFT', updated_at: '2025-01-01T00:00:00' };
    const lists = [
      [old, record, other],
      [other, record, old],
      [{ reports_enabled: ['b', 'a'], more: 1, ...rest, precandidate_id }, old, other],
      [other, { ...record, reports_enabled: ['b', 'a'] }],
    ];
    const { poller, forms, deliveries, pollSchedule } = processOn(
      t,
      db(),
      () => lists.shift() ?? [],
    );
    await pollSchedule.remember(person_id, 0);
    const before = (await deliveries.list({ limit: 100 })).length;
    for (let polls = 0; polls < 4; polls += 1) {
      const { hasNews } = await poller.pollNow(person_id);
      assert.equal(hasNews, polls === 0, `poll ${polls + 1}`);
    }
    const form = await forms.find(person_id, precandidate_id);
    assert.deepEqual([form?.revision, form?.precandidate_status], [form?.touched_at, 'CREATED']);
    assert.equal((await deliveries.list({ limit: 100 })).length, before, 'no event');
  });

  test('stores a repeated response again after another process changed the row', async (t) => {
    const { poller, forms, pollSchedule } = processOn(t, db(), (id) => [recordOf(id, 'IN_REVIEW')]);
    await pollSchedule.remember('p', 0);
    for (const expected of [true, false])
      assert.equal((await poller.pollNow('p')).hasNews, expected);
    const [other] = observationsOf('p', [recordOf('p', 'ELSEWHERE')], Date.now(), () => true);
    assert.ok(other);
    const elsewhere = await forms.observe({ ...other, updated_at: '2030-01-01' }, Date.now());
    assert.equal(elsewhere?.precandidate_status, 'ELSEWHERE');
    // Only a later request may change it again.
    const row = await until(async () => {
      await poller.pollNow('p');
      const now = await forms.find('p', 'form-p');
      return now?.precandidate_status === 'IN_REVIEW' && now;
    });
    assert.equal(row.revision, elsewhere.revision + 1);
  });
});
