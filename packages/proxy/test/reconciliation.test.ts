import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PersonCompleted, RelayEvent } from 'precandidate-contract';
import { ENGINES } from './on-both-engines.ts';
import { type Pair, startPair, WEBHOOK_SECRET } from './start-pair.ts';
import { until } from './until.ts';

type Completion = Extract<RelayEvent, { type: 'person.completed' }>;

async function createPerson(pair: Pair, more: object = {}): Promise<string> {
  const body = { document_id: '44556671', pipeline: { name: 'peru_basic' }, ...more };
  const created = await pair.backend('/pe/persons', { body });
  assert.ok(created.ok);
  return (await created.json()) as string;
}

const loseWebhooks = (pair: Pair, mode = 'lost') => pair.control('/_control/webhooks', { mode });

/** The service knows no person from now on, or after `passed` more polls. */
async function failPolls(pair: Pair, passed = 0): Promise<void> {
  const match = { path: '/status$' };
  const pass = { match, kind: 'delay', delay_ms: 1, times: passed };
  if (passed > 0) await pair.control('/_control/faults', pass);
  await pair.control('/_control/faults', { match, kind: 'status', status: 404, times: 0 });
}

const completionsOf = (pair: Pair, id: string): Completion[] =>
  pair.receiver.received
    .map(({ event }) => event)
    .filter((event) => event.type === 'person.completed')
    .filter(({ data }) => data.id === id);

/** How often the proxy polled for a person's status. */
async function pollsOf(pair: Pair): Promise<number> {
  const { counts } = (await pair.control('/_control/requests')) as {
    counts: Record<string, number>;
  };
  return counts['GET /v3/:country_code/persons/:person_id/status'] ?? 0;
}

async function completion(pair: Pair, id: string): Promise<Completion> {
  await pair.receiver.next(() => completionsOf(pair, id).length > 0);
  return completionsOf(pair, id)[0] ?? assert.fail();
}

// Most of their time they wait for the next poll.
describe('reconciliation', { concurrency: 3 }, () => {
  for (const [engine, database] of Object.entries(ENGINES)) {
    test(`${engine}: finds the completion of a lost webhook by polling; relays a late webhook only if it says more`, async (t) => {
      const env = { ...(await database()), RECONCILE_SECONDS: '1' };
      const pair = await startPair(t, { env, report_delay_ms: 10 });
      await loseWebhooks(pair);
      const id = await createPerson(pair, { custom_data: { job: 7 } });
      const { found_by, data } = await completion(pair, id);
      assert.equal(found_by, 'poll');
      assert.deepEqual([data.status, data.custom_data], ['PASSED', { job: 7 }]);

      const late = async (payload: object) => {
        const answer = await fetch(`${pair.url}/webhooks/person-completed`, {
          method: 'POST',
          headers: { 'x-webhook-secret': WEBHOOK_SECRET },
          body: JSON.stringify(payload),
        });
        return ((await answer.json()) as { duplicate: boolean }).duplicate;
      };
      const webhook: PersonCompleted = { ...data, webhook_request_id: 'late', timestamp: '1' };
      assert.equal(await late(webhook), true);
      const listed = await pair.backend('/deliveries?state=duplicate');
      const { deliveries } = (await listed.json()) as { deliveries: { id: string }[] };
      assert.equal(deliveries.length, 1, 'kept all the same');

      // Reports, which the polled status does not have, are news.
      const withReports = {
        ...webhook,
        webhook_request_id: 'w-3',
        reports: { r: { state: 'DONE' } },
      };
      assert.equal(await late(withReports), false);
      await pair.receiver.next(({ text }) => text.includes('"w-3"'));

      // So is another result.
      assert.equal(await late({ ...webhook, webhook_request_id: 'w-2', status: 'FAILED' }), false);
      const failed = () =>
        completionsOf(pair, id).find(({ data: { status } }) => status === 'FAILED');
      await pair.receiver.next(() => failed() !== undefined);
      await pair.backend(`/deliveries/${deliveries[0]?.id}/replay`, { method: 'POST' });
      await pair.receiver.next(({ text }) => text.includes('"late"'));
    });

    test(`${engine}: does not poll persons whose webhook arrived or goes elsewhere`, async (t) => {
      const env = { ...(await database()), RECONCILE_SECONDS: '1' };
      const pair = await startPair(t, { env, report_delay_ms: 10 });
      // However late the webhook is, no poll finds the completion first.
      await failPolls(pair);
      const reported = await createPerson(pair);
      assert.equal((await completion(pair, reported)).found_by, undefined);
      await pair.control('/_control/faults', undefined, 'DELETE');
      const before = await pollsOf(pair);
      await loseWebhooks(pair);
      await createPerson(pair, { webhook_url: 'http://127.0.0.1:9/mine' });
      const lost = await createPerson(pair);
      await completion(pair, lost);
      const polls = (await pollsOf(pair)) - before;
      assert.equal(polls, 2, 'both of the person whose webhook got lost');
      assert.equal(completionsOf(pair, reported).length, 1);
    });
  }

  test('polls a person until the check ends', async (t) => {
    const pair = await startPair(t, { env: { RECONCILE_SECONDS: '1' }, report_delay_ms: 2_500 });
    await loseWebhooks(pair);
    const id = await createPerson(pair);
    assert.equal((await completion(pair, id)).found_by, 'poll');
  });

  test('relays the webhook when it arrives between two polls', async (t) => {
    const pair = await startPair(t, { env: { RECONCILE_SECONDS: '1' }, report_delay_ms: 10 });
    await loseWebhooks(pair);
    // The first poll finds the completion, and none confirms it.
    await failPolls(pair, 1);
    const id = await createPerson(pair);
    await until(() => pollsOf(pair));
    const webhook = { id, status: 'PASSED', webhook_request_id: 'in-between' };
    await fetch(`${pair.url}/webhooks/person-completed`, {
      method: 'POST',
      headers: { 'x-webhook-secret': WEBHOOK_SECRET },
      body: JSON.stringify(webhook),
    });
    assert.equal((await completion(pair, id)).data.webhook_request_id, 'in-between');
    await pair.control('/_control/faults', undefined, 'DELETE');
    const other = await createPerson(pair);
    await completion(pair, other);
    assert.equal(completionsOf(pair, id).length, 1);
  });
});
