import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { RelayEvent } from 'precandidate-contract';
import { polledEventId, resultDigest } from '../src/persons/read-completion.ts';
import { createOutbox } from '../src/relay/outbox.ts';
import { wallClock } from '../src/shared/clock.ts';
import { createWebhookReceiver } from '../src/persons/webhook.ts';
import { ENGINES, onBothEngines } from './on-both-engines.ts';
import { startScriptedService } from './scripted-service.ts';
import { type Pair, startPair, WEBHOOK_SECRET } from '../../../tests/stage/pair.ts';
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

/** A service whose one person has a status of the test's, and no webhooks. */
async function startStatusService(t: TestContext) {
  const person = { id: 'p', status: 'INCOMPLETE', updated_at: '2026-01-01T00:00:00' };
  const polled: string[] = [];
  let onPoll = (): void => undefined;
  const { apiUrl } = await startScriptedService(t, ({ method }, response) => {
    if (method === 'POST') return void response.end('"p"');
    polled.push(person.status);
    response.end(
      JSON.stringify({ ...person, custom_data: 1 }).replace(':1}', ':9007199254740993}'),
    );
    onPoll();
  });
  /** Resolves when the status was polled so many times more. */
  const polls = async (times: number): Promise<void> => {
    const wanted = polled.length + times;
    while (polled.length < wanted) await new Promise<void>((resolve) => (onPoll = resolve));
  };
  return { apiUrl, person, polls };
}

// Most of their time they wait for the next poll.
describe('reconciliation', { concurrency: 4 }, () => {
  for (const [engine, database] of Object.entries(ENGINES)) {
    test(`${engine}: relays each result that polling finds once; INCOMPLETE is none`, async (t) => {
      const { apiUrl, person, polls } = await startStatusService(t);
      const env = { ...(await database()), UPSTREAM_URL: apiUrl, RECONCILE_SECONDS: '1' };
      const pair = await startPair(t, { env });
      await pair.backend('/pe/persons', { body: { document_id: '44556671' } });
      await polls(2);
      Object.assign(person, { status: 'PASSED' });
      const passed = await completion(pair, 'PASSED');
      assert.equal(passed.found_by, 'poll');
      const { text } = await pair.receiver.next(({ text: sent }) => sent.includes('PASSED'));
      assert.match(text, /"custom_data":9007199254740993/);
      await polls(1);
      Object.assign(person, { status: 'FAILED', updated_at: '2026-01-02T00:00:00' });
      await completion(pair, 'FAILED');
      const all = completionsOf(pair).map(({ data }) => data.status);
      assert.deepEqual(all, ['PASSED', 'FAILED']);
    });
  }

  test('a webhook is relayed whatever was relayed before, also INCOMPLETE', async (t) => {
    const { apiUrl, person } = await startStatusService(t);
    const env = { UPSTREAM_URL: apiUrl, RECONCILE_SECONDS: '1' };
    const pair = await startPair(t, { env });
    await pair.backend('/pe/persons', { body: { document_id: '44556671' } });
    Object.assign(person, { status: 'PASSED' });
    await completion(pair, 'PASSED');
    for (const status of ['PASSED', 'INCOMPLETE']) {
      const webhook = { ...person, status, webhook_request_id: `late-${status}` };
      await fetch(`${pair.url}/webhooks/person-completed`, {
        method: 'POST',
        headers: { 'x-webhook-secret': WEBHOOK_SECRET },
        body: JSON.stringify(webhook),
      });
      await pair.receiver.next(({ text }) => text.includes(`late-${status}`));
    }
  });

  test('does not poll persons whose webhook goes elsewhere', async (t) => {
    const ids = ['elsewhere', 'ours'];
    const twice = Promise.withResolvers<void>();
    const { apiUrl, requests } = await startScriptedService(t, ({ method }, response) => {
      response.end(method === 'POST' ? JSON.stringify(ids.shift()) : '{}');
      if (requests.filter((one) => one.endsWith('/ours/status')).length === 2) twice.resolve();
    });
    const env = { UPSTREAM_URL: apiUrl, RECONCILE_SECONDS: '1' };
    const pair = await startPair(t, { env });
    const elsewhere = { document_id: '1', webhook_url: 'http://127.0.0.1:9/mine' };
    await pair.backend('/pe/persons', { body: elsewhere });
    await pair.backend('/pe/persons', { body: { document_id: '1' } });
    await twice.promise;
    assert.ok(!requests.some((one) => one.includes('elsewhere')));
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
      store: persons,
      onCompleted: () => undefined,
      metrics: { webhook: () => undefined },
    });
    const send = (webhook: object) => receive(Buffer.from(JSON.stringify(webhook)));
    return { deliveries, persons, outbox, send };
  }

  test('a webhook takes the place of the same result that polling found and that was not sent yet', async () => {
    const { deliveries, persons, outbox, send } = startReceiving();
    const now = Date.now();
    await persons.remember('p', 'PE', now, undefined);
    const found = { id: polledEventId(result), type: 'person.completed', body: '{}' } as const;
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
