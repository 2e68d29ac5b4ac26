import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '../src/store/database.ts';
import { createDeliveryStore } from '../src/store/delivery-store.ts';
import { createFormStore, type Observation } from '../src/store/form-store.ts';
import { createGateStore } from '../src/store/gate-store.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import { openPostgres } from '../src/store/open-postgres.ts';
import { openSqlite } from '../src/store/open-sqlite.ts';
import { createSubmissionStore } from '../src/store/submission-store.ts';
import { createWatchStore } from '../src/store/watch-store.ts';
import { emptyDatabase } from './empty-database.ts';

const postgres = process.env['TEST_DATABASE_URL'];
const SEEN: Observation = {
  person_id: 'p',
  form_id: 'f',
  record: '{"a":1}',
  precandidate_status: 'CREATED',
  updated_at: 't0',
  submitted: false,
};
const SUBMITTED = { ...SEEN, record: '{"a":2}', precandidate_status: 'SUBMITTED', submitted: true };
const SEALED = { key: 'k', body_hash: 'h', sealed: 's' };

/** One suite, each engine: the SQL text is the same. */
function suite(engine: string, open: () => Promise<Database>): void {
  describe(engine, () => {
    let db: Database;
    before(async () => {
      db = await open();
      await db.migrate(MIGRATIONS);
    });
    after(() => db.close());
    const fresh = (name: string) => ({ ...SEEN, form_id: name });

    test('migrations run once, also for two starters', async () => {
      await Promise.all([db.migrate(MIGRATIONS), db.migrate(MIGRATIONS)]);
      const rows = await db.query<{ number: number }>('select number from migrations');
      assert.deepEqual(rows.map(({ number }) => number), [1]);
    });

    test('what is seen is written once; the same again changes nothing', async () => {
      const forms = createFormStore(db);
      const first = await forms.observe(fresh('seen'), 1);
      assert.equal(first?.revision, 1);
      assert.equal(first.state, 'open');
      assert.equal(await forms.observe(fresh('seen'), 2), undefined);
    });

    test('submitted, by elsewhere when we sent nothing, by form when we did', async () => {
      const [forms, submissions] = [createFormStore(db), createSubmissionStore(db)];
      await forms.observe(fresh('theirs'), 1);
      const theirs = await forms.observe({ ...SUBMITTED, form_id: 'theirs' }, 2);
      assert.deepEqual([theirs?.state, theirs?.submitted_by], ['submitted', 'elsewhere']);

      const form = await forms.observe(fresh('ours'), 1);
      assert.ok(form);
      const begun = await submissions.begin(form, SEALED, 10);
      assert.ok(begun);
      const started = await submissions.markStarted(begun, 20);
      assert.ok(started);
      const ours = await forms.observe({ ...SUBMITTED, form_id: 'ours' }, 3);
      assert.deepEqual([ours?.state, ours?.submitted_by], ['submitted', 'form']);
      assert.equal(ours?.sealed, null, 'the data is not kept');
    });

    test('submitted is for good, whatever the service says later', async () => {
      const forms = createFormStore(db);
      await forms.observe({ ...SUBMITTED, form_id: 'done' }, 1);
      const later = await forms.observe({ ...fresh('done'), record: '{"a":3}' }, 2);
      assert.equal(later?.state, 'submitted');
      assert.equal(later.precandidate_status, 'CREATED');
    });

    test('of two that begin one attempt, one succeeds', async () => {
      const [forms, submissions] = [createFormStore(db), createSubmissionStore(db)];
      const form = await forms.observe(fresh('race'), 1);
      assert.ok(form);
      const begun = await Promise.all(
        ['a', 'b', 'c'].map((key) => submissions.begin(form, { ...SEALED, key }, 10)),
      );
      assert.equal(begun.filter(Boolean).length, 1);
    });

    test('a refused key is remembered, an undelivered one is not', async () => {
      const [forms, submissions] = [createFormStore(db), createSubmissionStore(db)];
      const form = await forms.observe(fresh('keys'), 1);
      assert.ok(form);
      const first = await submissions.begin(form, { ...SEALED, key: 'one' }, 10);
      assert.ok(first);
      const open = await submissions.settle(first, 'undelivered', 1);
      assert.deepEqual([open?.state, open?.spent_keys, open?.sealed], ['open', '[]', null]);
      assert.ok(open);
      const second = await submissions.begin(open, { ...SEALED, key: 'two' }, 10);
      assert.ok(second);
      const refused = await submissions.settle(second, 'rejected', 1);
      assert.deepEqual([refused?.state, refused?.spent_keys], ['refused', '["two"]']);
      assert.equal(refused?.attempt, 2);
    });

    test('due work is claimed by one of many, and by another after the lease', async () => {
      const watches = createWatchStore(db);
      for (let i = 0; i < 20; i += 1) await watches.watch(`lease-${i}`, 100, 1e12);
      const claims = await Promise.all([1, 2, 3].map(() => watches.claimDue(200, 300, 50)));
      const ids = claims.flat().map(({ person_id }) => person_id);
      assert.equal(ids.length, 20);
      assert.equal(new Set(ids).size, 20);
      assert.deepEqual(await watches.claimDue(250, 400, 50), []);
      assert.equal((await watches.claimDue(301, 400, 50)).length, 20);
    });

    test('an event is kept once, and its attempts are counted', async () => {
      const deliveries = createDeliveryStore(db);
      const event = { id: 'e', type: 'person.completed', body: '{}', state: 'pending' } as const;
      assert.equal(await deliveries.add(event, 1), true);
      assert.equal(await deliveries.add(event, 1), false);
      const [claimed] = await deliveries.claimDue(1, 50, 10);
      assert.equal(claimed?.attempt, 1);
      await deliveries.conclude('e', 'pending', '503', 60, 2);
      assert.equal(await deliveries.nextDue(), 60);
      await deliveries.conclude('e', 'dead', '410', null, 3);
      assert.equal((await deliveries.replay('e', 70))?.state, 'pending');
      assert.equal(await deliveries.replay('none', 70), undefined);
    });

    test('the gate lets a second’s worth through at once, then one by one', async () => {
      const gates = createGateStore(db);
      const pass = (now: number) => gates.pass('g', now, 100, 1_000);
      const now = 1_000_000;
      const burst = [];
      for (let i = 0; i < 12; i += 1) burst.push((await pass(now)).passed);
      assert.equal(burst.filter(Boolean).length, 10);
      assert.equal((await pass(now + 99)).passed, false);
      assert.equal((await pass(now + 100)).passed, true);
      await gates.close('g', now + 60_000);
      assert.equal((await pass(now + 10_000)).passed, false);
      assert.deepEqual([await gates.fail('g'), await gates.fail('g')], [1, 2]);
      await gates.succeed('g');
      assert.equal(await gates.fail('g'), 1);
    });

    test('times come back as numbers', async () => {
      const forms = createFormStore(db);
      const row = await forms.observe({ ...fresh('time') }, 1_790_000_000_000);
      assert.equal(row?.touched_at, 1_790_000_000_000);
      assert.equal(typeof (await forms.countByState())[0]?.forms, 'number');
    });
  });
}

suite('sqlite', async () => openSqlite(':memory:'));
if (postgres !== undefined) {
  suite('postgres', async () => openPostgres(await emptyDatabase(postgres, 'store')));
  test('postgres that cannot be reached is one plain problem', async () => {
    const db = openPostgres('postgres://nobody@127.0.0.1:1/none');
    await assert.rejects(db.query('select 1'), { problemName: 'database-unavailable' });
    await db.close();
  });
}
