import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, statementOf } from '../src/db/database.ts';
import { createStores, SEALED, seen } from './stores.ts';
import { SUBMISSION_QUEUE } from '../src/submissions/submission-store.ts';
import { DAY_MS, runHousekeeping } from './run-housekeeping.ts';
import { storeErasures } from '../src/forms/erased-persons.ts';
import { onBothEngines } from './on-both-engines.ts';
import { sql } from '../src/db/sql-template.ts';

const event = (id: string) =>
  ({ id, type: 'person.completed', person_id: 'p', body: '{}' }) as const;

onBothEngines((db) => {
  test('deletes expired rows of each table and keeps the others', async () => {
    const stores = createStores(db());
    const now = Date.now();
    await stores.pollSchedule.remember('p', now);
    for (const [name, age_days] of [
      ['old', 61],
      ['new', 59],
    ] as const) {
      const then = now - age_days * DAY_MS;
      await stores.forms.observe(seen(name, { requested_at: then }), then);
      await stores.pollSchedule.remember(name, then);
      await stores.schemas.put(
        { person_id: 'p', form_id: name },
        { hash: name, text: '{}', fetchedAt: then },
      );
      await stores.persons.remember({ person_id: name, country_code: 'PE', created_at: then });
      const expires_at = name === 'old' ? now - 1 : now + DAY_MS;
      await stores.sessionData.put(
        { session_id: name, person_id: 'p', expires_at },
        { prefill: { a: name } },
      );
      await db().query(
        sql`insert into revocations(subject, revoked_at, expires_at)
          values (${name}, ${then}, ${expires_at})`,
      );
      await db().query(storeErasures([name], expires_at));
      await stores.deliveries.add(event(name), then);
      const [sent] = (await stores.deliveries.loadPending([name])).values();
      assert.ok(sent);
      await stores.deliveries.conclude(sent, {
        state: 'delivered',
        outcome: '200',
        now: then + 30 * DAY_MS,
      });
    }
    const { warnings, purged, errors } = await runHousekeeping(db());
    assert.deepEqual([...warnings, ...errors], []);
    assert.deepEqual(purged, {
      'session data': 1,
      schemas: 1,
      'schema texts': 1,
      revocations: 1,
      erasures: 1,
      polled_persons: 1,
      forms: 1,
      persons: 1,
      'undelivered events': 0,
      events: 1,
      jobs: 1,
    });
    assert.equal(await stores.forms.find('p', 'old'), undefined);
    assert.ok(await stores.forms.find('p', 'new'));
    const persons = await stores.persons.load(['old', 'new']);
    assert.deepEqual([...persons.keys()], ['new']);
    assert.deepEqual(await stores.sessionData.find('new'), { prefill: { a: 'new' } });
    const [revocation] = await db().query<{ subject: string }>('select subject from revocations');
    assert.equal(revocation?.subject, 'new');
    assert.ok(await stores.deliveries.find('new'));
  });

  test('deletes more rows than fit one statement', async () => {
    const { sessionData, pollSchedule } = createStores(db());
    await pollSchedule.remember('p', Date.now());
    const names = Array.from({ length: 2_500 }, (_, index) => `many-${index}`);
    // In groups: a query may wait only 5 s for a connection.
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(
        names
          .slice(at, at + 50)
          .map((name) => sessionData.put({ session_id: name, person_id: 'p', expires_at: 1 }, {})),
      );
    const { purged } = await runHousekeeping(db());
    assert.equal(purged['session data'], 2_500);
  });

  test('a step that fails does not stop the others', async () => {
    const stores = createStores(db());
    await stores.deliveries.add(event('after'), 1);
    const broken: Database = {
      ...db(),
      query: (statement) =>
        statementOf(statement).sql.startsWith('delete from session_data')
          ? Promise.reject(new Error('broken'))
          : db().query(statement),
    };
    const { errors } = await runHousekeeping(broken);
    assert.equal(errors.length, 1);
    assert.equal(await stores.deliveries.find('after'), undefined);
  });
});

onBothEngines((db) => {
  test('keeps a form whose data is still to be delivered, however old', async () => {
    const stores = createStores(db());
    const then = Date.now() - 400 * DAY_MS;
    await stores.pollSchedule.remember('p', then);
    const form = await stores.forms.observe(seen('undelivered', { requested_at: then }), then);
    assert.ok(form);
    await stores.submissions.begin(form, SEALED, then);
    await runHousekeeping(db());
    assert.ok(await stores.forms.find('p', 'undelivered'));
    assert.deepEqual(Buffer.from((await stores.submissions.readBody(form)) ?? []), SEALED.sealed);
  });

  test('keeps an unconfirmed form while it is sent, and for KEEP_FORMS_DAYS after', async () => {
    const stores = createStores(db());
    const then = Date.now() - 400 * DAY_MS;
    await stores.pollSchedule.remember('p', then);
    const form = await stores.forms.observe(seen('tried', { requested_at: then }), then);
    const begun = form && (await stores.submissions.begin(form, SEALED, then));
    const unconfirmed = begun && (await stores.submissions.apply(begun, 'timed-out', then));
    assert.ok(unconfirmed);
    await runHousekeeping(db());
    assert.ok(await stores.forms.find('p', 'tried'));

    await stores.removeJob(SUBMISSION_QUEUE, 'p/tried');
    await stores.submissions.endTrying(unconfirmed, Date.now());
    await runHousekeeping(db());
    assert.ok(await stores.forms.find('p', 'tried'));
    await stores.submissions.endTrying(unconfirmed, then);
    await runHousekeeping(db());
    assert.equal(await stores.forms.find('p', 'tried'), undefined);
    assert.equal(await stores.submissions.readBody(unconfirmed), undefined);
  });
});
