import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createStores } from './stores.ts';
import type { Database } from '../src/db/database.ts';
import { POLLS, type PollSchedule } from '../src/polling/poll-schedule.ts';
import { onBothEngines } from './on-both-engines.ts';

/** After so many polls without news the pause has grown to the longest. */
const LONG = 40;
const isAbout = (ms: number, wanted: number) => ms >= wanted * 0.84 && ms <= wanted * 1.16;

/** What one process knows about open forms. */
function processOn(t: TestContext, db: Database) {
  const stores = createStores(db);
  t.after(() => stores.pollSchedule.stop());
  return stores;
}

async function startPolling(
  pollSchedule: PollSchedule,
  person: string,
  untilAt: number,
  dueAt: number,
) {
  await pollSchedule.remember(person, 0);
  await pollSchedule.pollUntil(person, untilAt, dueAt);
}

onBothEngines((db) => {
  async function claim(now: number, limit = 50) {
    const { jobs, pollSchedule } = createStores(db());
    const claimed = await jobs.claim(POLLS, { now, leaseMs: 10, limit });
    if (claimed.length === 0) return { claimed, persons: [] };
    const persons = await pollSchedule.load(claimed.map(({ key }) => key));
    return { claimed, persons: [...persons.values()] };
  }

  test('polls a person with changes before all overdue ones', async () => {
    const { pollSchedule } = createStores(db());
    for (let i = 0; i < 5; i += 1)
      await startPolling(pollSchedule, `overdue-${i}`, 1e12, 1_000 + i);
    await startPolling(pollSchedule, 'urgent', 1e12, 9_000);
    await pollSchedule.pollSoon('urgent');
    const { persons } = await claim(5_000, 1);
    assert.equal(persons[0]?.person_id, 'urgent');
    await db().query('delete from jobs');
  });

  test('status requests write nothing while the poll schedule is up to date', async () => {
    let writes = 0;
    const counting: Database = {
      ...db(),
      batch(statements) {
        writes += 1;
        return db().batch(statements);
      },
    };
    const { pollSchedule } = createStores(counting);
    await pollSchedule.remember('often', 0);
    for (let times = 0; times < 5; times += 1)
      await pollSchedule.pollUntil('often', 1e12, 9_000 + times);
    assert.equal(writes, 1);
    await pollSchedule.pollUntil('often', 1e12, 5_000);
    assert.equal(writes, 2, 'an earlier poll');
    assert.deepEqual((await claim(4_999)).persons, []);
    assert.equal((await claim(5_000)).persons[0]?.person_id, 'often');
    await db().query('delete from jobs');
  });

  test('open forms share half of their process’s request budget', async (t) => {
    const [here, there] = [processOn(t, db()), processOn(t, db())];
    const now = Date.now();
    const persons = Array.from({ length: 20 }, (_, index) => `open-${index}`);
    for (const person of [...persons, 'closed'])
      await startPolling(here.pollSchedule, person, 1e15, now + 60_000);
    for (const person of persons) here.formNotifications.subscribe(person, 'f', () => undefined);
    here.pollSchedule.start();

    // The marks are written before the polls are moved.
    let due = await claim(now + 10_000);
    while (due.persons.length < 20) {
      const more = await claim(now + 10_000);
      due = { claimed: due.claimed, persons: [...due.persons, ...more.persons] };
    }
    assert.deepEqual(
      due.persons.map(({ person_id }) => person_id).sort(),
      persons.toSorted(),
      'a person due in a minute is polled soon',
    );
    const [first] = due.persons;
    assert.ok(first);
    // 20 persons at 5 requests a second.
    assert.ok(isAbout(here.pollSchedule.pauseMs(LONG, first), 4_000), 'every 4 s');
    assert.ok(
      isAbout(there.pollSchedule.pauseMs(LONG, first), 1_000),
      'with the share of the other',
    );
    const closed = { person_id: 'closed', open_until: null };
    assert.ok(isAbout(here.pollSchedule.pauseMs(LONG, closed), 60_000));
    assert.ok(isAbout(here.pollSchedule.pauseMs(0, first), 1_000), 'soon after news');
    const opens = Date.now();
    await here.pollSchedule.keepPolling('closed');
    const [job] = await db().query<{ due_at: number }>(
      `select due_at from jobs where key = 'closed'`,
    );
    const pauseMs = Number(job?.due_at) - opens;
    assert.ok(pauseMs > 3_000 && pauseMs < 10_000, `one opened now is polled in ${pauseMs} ms`);
  });
});
