import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RelayEvent } from 'precandidate-contract';
import { polledEventId, resultDigest } from '../src/webhooks/completion-webhook.ts';
import { createOutbox } from '../src/outbox/outbox.ts';
import { wallClock } from '../src/shared/clock.ts';
import { createWebhookReceiver } from '../src/webhooks/completion-webhook.ts';
import { ENGINES, onBothEngines } from './on-both-engines.ts';
import { type Pair, startPair } from 'precandidate-testing/pair.ts';
import { until } from 'precandidate-testing/until.ts';
import { createStores } from './stores.ts';

type Completion = Extract<RelayEvent, { type: 'person.completed' }>;

const completionsOf = (pair: Pair): Completion[] =>
  pair.receiver.received
    .map(({ event }) => event)
    .filter((event) => event.type === 'person.completed');

/** The completion with this status, once it is relayed. */
async function completion(pair: Pair, status: string): Promise<Completion> {
  const find = () => completionsOf(pair).find(({ data }) => data.status === status);
  await pair.receiver.next(() => find() !== undefined);
  return find() ?? assert.fail();
}

/** Webhooks get lost; from now on, the service says this of each person. */
async function report(pair: Pair, status: string, updated_at = '2026-01-01T00:00:00') {
  await pair.control('/_control/webhooks', { mode: 'lost' });
  await pair.recover();
  const body = `{"id":"p","status":"${status}","updated_at":"${updated_at}","custom_data":9007199254740993}`;
  await pair.fault({
    match: { path: 'persons/.*/status' },
    kind: 'status',
    status: 200,
    times: 0,
    body,
  });
}

/** Persons whose status was polled so far, in order. */
async function polledPersons(pair: Pair): Promise<string[]> {
  const paths = await pair.requestedPaths();
  return paths.flatMap((path) => /persons\/(.*)\/status$/.exec(path)?.[1] ?? []);
}
const polls = async (pair: Pair, times: number): Promise<void> => {
  const wanted = (await polledPersons(pair)).length + times;
  await until(async () => (await polledPersons(pair)).length >= wanted);
};

const env = { RECONCILE_SECONDS: '1' };
const create = async ({ backend }: Pair, more: object = {}): Promise<string> => {
  const body = { document_id: '1', pipeline: { name: 'peru_basic' }, ...more };
  return (await (await backend('/pe/persons', { body })).json()) as string;
};

// Most of their time they wait for the next poll.
describe('reconciliation', { concurrency: 4 }, () => {
  for (const [engine, database] of Object.entries(ENGINES))
    test(`${engine}: relays each result that polling finds once; INCOMPLETE is none`, async (t) => {
      const pair = await startPair(t, { env: { ...env, ...(await database(t)) } });
      await report(pair, 'INCOMPLETE');
      await create(pair);
      await polls(pair, 2);
      await report(pair, 'PASSED');
      assert.equal((await completion(pair, 'PASSED')).found_by, 'poll');
      const { text } = await pair.receiver.next(({ text: sent }) => sent.includes('PASSED'));
      assert.match(text, /"custom_data":9007199254740993/);
      await polls(pair, 1);
      await report(pair, 'FAILED', '2026-01-02T00:00:00');
      await completion(pair, 'FAILED');
      const all = completionsOf(pair).map(({ data }) => data.status);
      assert.deepEqual(all, ['PASSED', 'FAILED']);
    });

  test('a webhook is relayed whatever was relayed before, also INCOMPLETE', async (t) => {
    const pair = await startPair(t, { env });
    await report(pair, 'PASSED');
    const id = await create(pair);
    await completion(pair, 'PASSED');
    for (const status of ['PASSED', 'INCOMPLETE']) {
      await pair.webhook({ id, status, webhook_request_id: `late-${status}` });
      await pair.receiver.next(({ text }) => text.includes(`late-${status}`));
    }
  });

  test('does not poll persons whose webhook goes elsewhere', async (t) => {
    const pair = await startPair(t, { env });
    await create(pair, { webhook_url: 'http://127.0.0.1:9/mine' });
    const ours = await create(pair);
    await polls(pair, 2);
    assert.deepEqual(new Set(await polledPersons(pair)), new Set([ours]));
  });
});

onBothEngines((db) => {
  const person = { id: 'p', status: 'PASSED', updated_at: '2026-01-01T00:00:00' };
  const result = resultDigest('p', person);

  /** A process that sends nothing. */
  function startReceiving() {
    const { deliveries, persons, ...stores } = createStores(db());
    const outbox = createOutbox({
      ...stores,
      deliveries,
      clock: wallClock,
      sender: undefined,
      onSent: () => {},
      onError: (error: unknown) => assert.fail(error as Error),
    });
    const receive = createWebhookReceiver({
      clock: wallClock,
      outbox,
      onCompleted: () => undefined,
      metrics: { webhook: () => undefined },
    });
    const send = (webhook: object) => receive({ bytes: Buffer.from(JSON.stringify(webhook)) });
    return { deliveries, persons, outbox, send };
  }

  test('a webhook takes the place of the same result that polling found and that was not sent yet', async () => {
    const { deliveries, persons, outbox, send } = startReceiving();
    const now = Date.now();
    await persons.remember({ person_id: 'p', country_code: 'PE', created_at: now });
    const found = {
      id: polledEventId(result),
      type: 'person.completed',
      person_id: 'p',
      body: '{}',
    } as const;
    await persons.notifyOnce('p', result, outbox.eventStatements(found, now + 60_000));
    assert.equal((await deliveries.find(found.id))?.state, 'pending');

    assert.equal(await send({ ...person, webhook_request_id: 'w' }), true);
    assert.equal(await deliveries.find(found.id), undefined);
    const [relayed, ...others] = await deliveries.list({ limit: 10 });
    assert.equal(relayed?.type, 'person.completed');
    assert.deepEqual(others, []);

    const again = await persons.notifyOnce('p', result, outbox.eventStatements(found));
    assert.equal(again, undefined, 'the next poll finds no news');
    assert.equal(await deliveries.find(found.id), undefined);
  });

  test('a webhook that is sent again does not hide a newer result from polling', async () => {
    const { persons, send } = startReceiving();
    const [older, newer] = ['PASSED', 'FAILED'].map((status) => ({
      ...person,
      id: 'repeated',
      status,
      webhook_request_id: status,
    }));
    assert.ok(older && newer);
    assert.deepEqual(
      [await send(older), await send(newer), await send(older)],
      [true, true, false],
    );
    const stored = (await persons.load(['repeated'])).get('repeated');
    assert.equal(stored?.notified, resultDigest('repeated', newer));
  });
});
