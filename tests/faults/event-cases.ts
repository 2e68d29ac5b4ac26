import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS, type RelayEvent } from 'precandidate-contract';
import type { WebhookMode } from 'precandidate-sandbox';
import { KINDS, type FaultCase, type FaultGroup, type Kind } from './fault-cases.ts';
import { WEBHOOK_SECRET, openStage, type Refusal, type FaultStage } from './fault-stage.ts';

interface Row {
  name: string;
  refusal: Refusal;
  /** Minimum delay, in ms. The pause is 5 s ± 10 %; clocks drift on a busy machine. */
  pause_ms: number;
}

const ROWS: readonly Row[] = [
  { name: '500', refusal: { status: 500 }, pause_ms: 4_000 },
  { name: '410', refusal: { status: 410 }, pause_ms: 4_000 },
  { name: 'reset', refusal: 'breaks the connection', pause_ms: 4_000 },
  { name: 'time-out', refusal: 'never answers', pause_ms: 15_000 },
  {
    name: 'redirect',
    refusal: { status: 307, headers: { location: 'https://elsewhere.example/' } },
    pause_ms: 4_000,
  },
  {
    name: '429 with Retry-After',
    refusal: { status: 429, headers: { 'retry-after': '8' } },
    pause_ms: 7_000,
  },
];

const isCompletion = ({ type }: RelayEvent): boolean => type === 'person.completed';

async function sendWebhook(stage: FaultStage, webhook_request_id: string): Promise<void> {
  const answer = await fetch(stage.proxy + PATHS.personCompleted, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET },
    body: JSON.stringify({ webhook_request_id }),
  });
  assert.equal(answer.status, 200, 'accepted, whatever the back end does');
}

function relayCase({ name, refusal, pause_ms }: Row): FaultCase {
  return {
    name: `back end: ${name}`,
    async run(stage) {
      stage.receiver.refuse(refusal);
      await sendWebhook(stage, 'one');
      const refused = await stage.receiver.refused();
      const accepted = await stage.receiver.accepted(isCompletion);
      assert.equal(accepted.id, refused.id, 'it has the same webhook-id');
      assert.ok(accepted.at - refused.at >= pause_ms, `${accepted.at - refused.at} ms`);
      assert.equal(stage.receiver.attempts.length, 2);
    },
  };
}

/** How the back end can fail: the event arrives in the end, with the same `webhook-id`. */
export const relayGroups: FaultGroup[] = ROWS.map(relayCase).map((one) => ({
  name: 'relaying',
  open: openStage,
  cases: [one],
}));

async function completion(stage: FaultStage, id: string) {
  const { event } = await stage.receiver.accepted(isCompletion);
  assert.ok(event.type === 'person.completed');
  assert.deepEqual([event.data.id, event.data.status], [id, 'PASSED']);
  return event;
}

async function createPerson(stage: FaultStage): Promise<string> {
  const body = { document_id: '44556671', pipeline: { name: 'peru_basic' } };
  const created = await stage.backend(PATHS.persons('pe'), body);
  assert.equal(created.status, 201);
  return (await created.json()) as string;
}

function webhookGroup(mode: WebhookMode): FaultGroup {
  // Where the webhook arrives, however late, no poll finds the completion first.
  const env = { RECONCILE_SECONDS: mode === 'lost' ? '1' : '3600' };
  const report_delay_ms = mode === 'early' ? 2_000 : 50;
  const one: FaultCase = {
    name: `webhook ${mode}`,
    async run(stage) {
      await stage.control('/_control/webhooks', { mode });
      const id = await createPerson(stage);
      const { found_by } = await completion(stage, id);
      assert.equal(found_by, mode === 'lost' ? 'poll' : undefined);
      if (mode === 'doubled') await untilBothCame(stage);
      assert.equal(stage.receiver.attempts.filter((each) => isCompletion(each.event)).length, 1);
    },
  };
  return { name: 'webhooks', open: (t) => openStage(t, { env, report_delay_ms }), cases: [one] };
}

/** Resolves when the proxy has counted the second one. */
async function untilBothCame(stage: FaultStage): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${stage.proxy}/metrics`)).text();
    if (/precandidate_webhooks_total\{outcome="duplicate"\} 1/.test(metrics)) return;
    await pause(100);
  }
}

function reconciliationGroup({ fault }: Kind): FaultGroup {
  const one: FaultCase = {
    name: `webhook lost, status polled: ${fault.kind}`,
    async run(stage) {
      await stage.control('/_control/webhooks', { mode: 'lost' });
      await stage.fault({ ...fault, match: { method: 'GET', path: '/status$' } });
      const id = await createPerson(stage);
      assert.equal((await completion(stage, id)).found_by, 'poll');
    },
  };
  const env = { RECONCILE_SECONDS: '1' };
  return { name: 'reconciliation', open: (t) => openStage(t, { env }), cases: [one] };
}

/** A webhook that is lost, repeated, or early; and every fault of the poll that replaces it. */
export const completionGroups: FaultGroup[] = [
  ...(['normal', 'lost', 'doubled', 'early'] as const).map(webhookGroup),
  ...KINDS.map(reconciliationGroup),
];
