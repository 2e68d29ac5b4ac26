import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { RECONCILIATION } from '../src/persons/person-store.ts';
import { completionDigest } from '../src/persons/read-completion.ts';
import { createReconciliation } from '../src/persons/reconciliation.ts';
import type { App } from '../src/plugins/app-type.ts';
import { createOutbox } from '../src/relay/outbox.ts';
import { createWebhookReceiver } from '../src/webhooks/plugin.ts';
import { onBothEngines } from './on-both-engines.ts';
import { createStores } from './stores.ts';
import { until } from './until.ts';

const onError = (error: unknown) => assert.fail(error as Error);

/** A person whose completion was polled once, and the next poll is due. */
async function startPerson(t: TestContext, db: Database, person_id: string) {
  const stores = createStores(db);
  const { persons, jobs, deliveries } = stores;
  const status = { id: person_id, status: 'PASSED', updated_at: '2026-01-01T00:00:00.000000' };
  const hooks = { onRead: async () => {}, onPoll: async () => {} };
  const app = {
    ...stores,
    outbox: createOutbox({ ...stores, senders: [], onError }),
    completedPersons: {
      ...persons,
      relayedCompletion: async (id: string) => {
        const relayed = await persons.relayedCompletion(id);
        await hooks.onRead();
        return relayed;
      },
    },
    service: {
      personStatus: async () => {
        await hooks.onPoll();
        return { status: 200, text: JSON.stringify(status), value: status };
      },
    },
    poller: { schedulePoll: async () => {} },
    metrics: { webhook: () => {} },
    settings: { RECONCILE_SECONDS: 1, WATCH_DAYS: 1 },
    onBackgroundError: onError,
  } as unknown as App;
  const now = Date.now();
  await persons.remember(person_id, 'pe', now, now);
  await persons.noteFound(person_id, completionDigest(person_id, status));
  const reconciliation = createReconciliation(app, persons);
  t.after(() => reconciliation.stop());
  const webhook = { ...status, webhook_request_id: person_id, timestamp: '1' };
  return {
    hooks,
    reconciliation,
    receive: () => createWebhookReceiver(app)(Buffer.from(JSON.stringify(webhook))),
    pollsEnded: () => until(async () => (await jobs.count(RECONCILIATION)) === 0),
    states: async () => (await deliveries.list(undefined, 100)).map(({ state }) => state).sort(),
  };
}

onBothEngines('completions', (db) => {
  test('relays a completion once that a poll finds while its webhook is being received', async (t) => {
    const { hooks, reconciliation, receive, pollsEnded, states } = await startPerson(t, db(), 'p');
    hooks.onRead = async () => {
      hooks.onRead = async () => {};
      await reconciliation.start();
      await pollsEnded();
    };
    assert.equal(await receive(), false);
    assert.deepEqual(await states(), ['duplicate', 'held']);
    await db().query('delete from deliveries');
  });

  test('relays a completion once whose webhook arrives during a poll', async (t) => {
    const { hooks, reconciliation, receive, pollsEnded, states } = await startPerson(t, db(), 'q');
    hooks.onPoll = async () => {
      hooks.onPoll = async () => {};
      assert.equal(await receive(), true);
    };
    await reconciliation.start();
    await pollsEnded();
    assert.deepEqual(await states(), ['held']);
  });
});
