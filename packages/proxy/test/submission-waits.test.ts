import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { createStores } from '../src/stores.ts';
import { ProblemError } from '../src/plugins/problem-error.ts';
import type { ChannelOutcome } from '../src/submissions/channels/channel.ts';
import { createFormChanges } from '../src/status/form-changes.ts';
import { createOutbox } from '../src/relay/outbox.ts';
import { createSealer } from '../src/submissions/sealer.ts';
import { createStatusPoller } from '../src/status/poller.ts';
import { createSubmissionDelivery } from '../src/submissions/submission-delivery.ts';
import { formContext, LEASE_MS } from '../src/submissions/submission-sending.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import type { Service } from '../src/upstream/service.ts';
import { recordOf } from './scripted-service.ts';

// How long a submission that was answered 2xx can wait: on a clock of the test's own.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const UNKNOWN: ChannelOutcome = { kind: 'unknown' };
/** Of the event loop, in which all that falls due at one moment is done: each write takes one. */
const TURNS = 12;
const START = Date.parse('2026-01-01T00:00:00Z');

/** Everything that brings submissions to the service, with a service that does as `told`. */
async function startDelivery(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: START });
  const db = openSqlite(':memory:');
  await db.migrate(MIGRATIONS);
  const stores = createStores(db);
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  /** Seconds from the first sending, by form. */
  const sent: Record<string, number[]> = {};
  const told = {
    outcome: (_form_id: string): ChannelOutcome | Promise<ChannelOutcome> => UNKNOWN,
    look: () => {},
  };
  const service = {
    listPrecandidates: async (person_id: string) => {
      told.look();
      return { status: 200, text: '', value: [recordOf(person_id)], asked_at: Date.now() };
    },
  } as unknown as Service;
  const changes = createFormChanges(db, stores.forms, onError);
  const outbox = createOutbox(stores, [], onError, true);
  const poller = createStatusPoller(
    {
      ...stores,
      service,
      changes,
      outbox,
      interval: { pauseMs: () => 2_000, openFormPauseMs: () => 2_000 },
      metrics: { look: () => {} },
      onError,
    },
    30 * 24 * HOUR,
  );
  const sealer = createSealer(['a-secret-of-at-least-thirty-two-characters']);
  const channel = {
    name: 'form' as const,
    prepare: () => true,
    send: async ({ person_id }: { person_id: string }) => {
      (sent[person_id] ??= []).push(Math.round((Date.now() - START) / SECOND));
      return told.outcome(person_id);
    },
  };
  const parts = { ...stores, sealer, channel, poller, changes, outbox, onError };
  const start = (isAlone: boolean) => createSubmissionDelivery(parts, isAlone);
  t.after(() => db.close());

  return {
    sent,
    told,
    errors,
    start,
    /** A submission that was begun, and whose process is gone before it did anything. */
    async begin(person_id: string) {
      await poller.refresh(person_id);
      const form = await stores.forms.find(person_id, `form-${person_id}`);
      assert.ok(form);
      const sealed = sealer.seal({ a: 'x' }, formContext(form));
      const what = { key: 'k', body_hash: 'h', sealed };
      const begun = await stores.submissions.begin(form, what, Date.now() + LEASE_MS);
      assert.ok(begun && (await stores.submissions.acknowledge(begun)));
      return begun;
    },
    stateOf: async (person_id: string) =>
      (await stores.forms.find(person_id, `form-${person_id}`))?.state,
    failures: async () => (await stores.deliveries.list(undefined, 10)).map(({ type }) => type),
  };
}

/** Lets `ms` pass in steps of a second or more, with all that happens in them. */
async function pass(t: TestContext, ms: number, step_ms = SECOND): Promise<void> {
  for (let left_ms = ms; left_ms > 0; left_ms -= step_ms) {
    t.mock.timers.tick(Math.min(step_ms, left_ms));
    for (let turns = 0; turns < TURNS; turns += 1) await turn();
  }
}

test('of unknown outcome: sent again after 20 s, 2 min, 10 min, then each hour, never later', async (t) => {
  const { begin, start, sent } = await startDelivery(t);
  const delivery = start(true);
  await delivery.start();
  await delivery.deliver(await begin('p'));
  await pass(t, 3 * HOUR);
  const gaps = sent['p']?.map((at, index, all) => at - (all[index - 1] ?? 0));
  assert.deepEqual(gaps, [0, 20, 120, 600, 3_600, 3_600]);
});

for (const { isAlone, others, resent, unsent } of [
  { isAlone: true, others: 'no other has its database', resent: 20, unsent: 2 },
  { isAlone: false, others: 'others share it', resent: 30, unsent: 31 },
])
  test(`its process died, ${others}: taken over`, async (t) => {
    const { begin, start, sent, told } = await startDelivery(t);
    const dead = start(isAlone);
    told.outcome = () => new Promise(() => {});
    void dead.deliver(await begin('sent'));
    await begin('not-sent');
    await pass(t, SECOND);
    told.outcome = () => UNKNOWN;
    await start(isAlone).start();
    await pass(t, MINUTE);
    assert.deepEqual(sent['sent'], [0, resent]);
    const [first = Infinity] = sent['not-sent'] ?? [];
    assert.ok(first <= unsent, `first sent after ${first} s`);
  });

test('another one hangs: it waits for no other', async (t) => {
  const { begin, start, sent, told } = await startDelivery(t);
  told.outcome = (person_id) => (person_id === 'hangs' ? new Promise(() => {}) : UNKNOWN);
  await begin('hangs');
  const delivery = start(true);
  await delivery.start();
  await pass(t, SECOND);
  await delivery.deliver(await begin('p'));
  await pass(t, 25 * SECOND);
  assert.deepEqual(sent['p'], [1, 21]);
});

test('surely not delivered: tried again after 4 s, 8 s … an hour, and not before Retry-After', async (t) => {
  const { begin, start, sent, told } = await startDelivery(t);
  const retries_ms = [0, 0, 90 * SECOND];
  told.outcome = () => ({
    kind: 'undelivered',
    problem: 'service-unavailable',
    retry_after_ms: retries_ms.shift() ?? 0,
  });
  const delivery = start(true);
  await delivery.start();
  await delivery.deliver(await begin('p'));
  await pass(t, 4 * HOUR);
  const gaps = sent['p']?.map((at, index, all) => at - (all[index - 1] ?? 0)) ?? [];
  assert.deepEqual(gaps.slice(0, 6), [0, 4, 8, 90, 32, 64]);
  assert.deepEqual(gaps.slice(-2), [3_600, 3_600]);
});

const away = (): never => {
  throw new ProblemError('service-busy', { headers: { 'retry-after': '60' } });
};

test('the service could not be asked: sent again within 5 min of its return', async (t) => {
  const { begin, start, sent, told, errors } = await startDelivery(t);
  const delivery = start(true);
  const form = await begin('p');
  told.look = away;
  await delivery.start();
  await delivery.deliver(form);
  await pass(t, 5 * HOUR, 10 * SECOND);
  assert.deepEqual(sent['p'], [0], 'nothing is sent before it was asked');
  told.look = () => {};
  await pass(t, 5 * MINUTE + SECOND);
  const [, again = Infinity] = sent['p'];
  assert.ok(again * SECOND <= 5 * HOUR + 5 * MINUTE, `sent again after ${again} s`);
  assert.deepEqual(errors, []);
});

test('the service stays away for a day and a half: the back end is told', async (t) => {
  const { begin, start, told, stateOf, failures } = await startDelivery(t);
  const delivery = start(true);
  const form = await begin('p');
  told.look = away;
  await delivery.start();
  await delivery.deliver(form);
  await pass(t, 35 * HOUR, MINUTE);
  assert.deepEqual([await stateOf('p'), await failures()], ['sending', []]);
  await pass(t, 2 * HOUR, MINUTE);
  assert.equal(await stateOf('p'), 'open');
  assert.deepEqual(await failures(), ['precandidate.submission_failed']);
});

test('our process was away for two days, and the service fails once: nothing is given up', async (t) => {
  const { begin, start, sent, told, stateOf } = await startDelivery(t);
  await start(true).deliver(await begin('p'));
  await pass(t, 48 * HOUR, HOUR);
  told.look = away;
  await start(true).start();
  await pass(t, 10 * SECOND);
  assert.equal(await stateOf('p'), 'sending');
  told.look = () => {};
  await pass(t, 5 * MINUTE);
  assert.equal(sent['p']?.length, 2);
});

test('the clock was set back by hours: it does not wait for the old time to come again', async (t) => {
  const { begin, start, sent } = await startDelivery(t);
  await start(false).deliver(await begin('p'));
  t.mock.timers.setTime(START - 3 * HOUR);
  await start(false).start();
  await pass(t, 25 * SECOND);
  assert.deepEqual(sent['p'], [0, 20 - (3 * HOUR) / SECOND]);
});
