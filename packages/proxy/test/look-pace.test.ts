import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as aMoment } from 'node:timers/promises';
import { createStores } from '../src/stores.ts';
import { createFormChanges } from '../src/status/form-changes.ts';
import { createPollInterval } from '../src/status/poll-interval.ts';
import type { Database } from '../src/db/database.ts';
import { onBothEngines } from './on-both-engines.ts';

const OPTIONS = { minMs: 1_000, maxMs: 60_000, requestsPerSecond: 10 };
/** After so many looks that found nothing the pause has grown to its longest. */
const LONG = 40;
const onError = (error: unknown) => assert.fail(error as Error);

/** What one process knows of who looks at a form. */
function processOn(t: TestContext, db: Database) {
  const stores = createStores(db);
  const changes = createFormChanges(db, stores.forms, onError);
  const pace = createPollInterval(stores.shown, changes, OPTIONS, onError);
  t.after(() => pace.stop());
  return { stores, changes, pace };
}

const isAbout = (ms: number, wanted: number) => ms >= wanted * 0.84 && ms <= wanted * 1.16;

onBothEngines('pace', (db) => {
  test('forms that are open share half of the budget, at whatever process they are', async (t) => {
    const [here, there] = [processOn(t, db()), processOn(t, db())];
    const now = Date.now();
    const persons = Array.from({ length: 20 }, (_, index) => `shown-${index}`);
    for (const person of [...persons, 'closed'])
      await here.stores.watches.watch(person, now + 60_000, 1e15);
    for (const person of persons) here.changes.subscribe(person, 'f', () => undefined);
    await here.pace.start();
    while ((await there.stores.shown.count(now)) < 20) await aMoment();

    const due = await there.stores.watches.claimDue(now + 10_000, now + 90_000, 50);
    assert.deepEqual(
      due.map(({ person_id }) => person_id).sort(),
      persons.toSorted(),
      'one that was not to be looked at for a minute is looked at soon',
    );
    await there.pace.start();
    const [first] = due;
    assert.ok(first);
    while (there.pace.pauseMs(LONG, first) < 3_000) await aMoment();
    // 20 persons by 5 calls a second.
    for (const { pace } of [here, there])
      assert.ok(isAbout(pace.pauseMs(LONG, first), 4_000), 'every 4 s at both');
    assert.ok(isAbout(there.pace.openFormPauseMs(), 4_000), 'one opened now, also');
    const closed = { person_id: 'closed', shown_until: null };
    assert.ok(isAbout(there.pace.pauseMs(LONG, closed), 60_000));
    assert.ok(isAbout(here.pace.pauseMs(0, first), 1_000), 'after news soon, as ever');
  });
});
