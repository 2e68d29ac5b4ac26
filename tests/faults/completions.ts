import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS, type RelayEvent } from 'precandidate-contract';
import type { WebhookMode } from 'precandidate-sandbox';
import { type FaultCase, type FaultGroup, type Kind, KINDS } from './fault-kinds.ts';
import { openRoom, type Room, WEBHOOK_SECRET } from './open-room.ts';

type Verify = 'trust' | 'reread';

const isCompletion = ({ type }: RelayEvent): boolean => type === 'person.completed';

async function completion(room: Room, id: string) {
  const { event } = await room.receiver.taken(isCompletion);
  assert.ok(event.type === 'person.completed');
  assert.deepEqual([event.data.id, event.data.status], [id, 'PASSED']);
  const status = await room.backend(PATHS.personStatus('pe', id));
  const now = ((await status.json()) as { status: string }).status;
  return { event, now };
}

async function createPerson(room: Room): Promise<string> {
  const body = { document_id: '44556671', pipeline: { name: 'peru_basic' } };
  const created = await room.backend(PATHS.persons('pe'), body);
  assert.equal(created.status, 201);
  return (await created.json()) as string;
}

function webhookGroup(mode: WebhookMode, verify: Verify): FaultGroup {
  const env = { WEBHOOK_VERIFY: verify, RECONCILE_SECONDS: '1' };
  const report_delay_ms = mode === 'early' ? 2_000 : 50;
  const one: FaultCase = {
    name: `webhook ${mode}, ${verify}`,
    async run(room) {
      await room.control('/_control/webhooks', { mode });
      const id = await createPerson(room);
      const { event, now } = await completion(room, id);
      assert.equal(event.found_by, mode === 'lost' ? 'look' : undefined);
      // Trusted, a webhook is passed on as early as it came; reread, when the service says the same.
      if (verify === 'reread') assert.equal(now, 'PASSED');
      if (mode === 'doubled') await untilBothCame(room);
      assert.equal(room.receiver.attempts.filter((each) => isCompletion(each.event)).length, 1);
    },
  };
  return { name: 'webhooks', open: (t) => openRoom(t, { env, report_delay_ms }), cases: [one] };
}

/** The second one has come when the proxy counted it. */
async function untilBothCame(room: Room): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${room.proxy}/metrics`)).text();
    if (/precandidate_webhooks_total\{outcome="duplicate"\} 1/.test(metrics)) return;
    await pause(100);
  }
}

function rereadGroup({ fault }: Kind): FaultGroup {
  const env = { WEBHOOK_VERIFY: 'reread' };
  const one: FaultCase = {
    name: `webhook reread: ${fault.kind}`,
    async run(room) {
      await room.fault({ ...fault, match: { method: 'GET', path: '/status$' } });
      const id = await createPerson(room);
      // The sandbox sends its own; this one says the same once more, and adds nothing.
      const { event } = await completion(room, id);
      const again = await fetch(room.proxy + PATHS.personCompleted, {
        method: 'POST',
        headers: { 'x-webhook-secret': WEBHOOK_SECRET },
        body: JSON.stringify(event.data),
      });
      assert.equal(((await again.json()) as { duplicate: boolean }).duplicate, true);
      assert.equal(room.receiver.attempts.filter((each) => isCompletion(each.event)).length, 1);
    },
  };
  return { name: 'rereading', open: (t) => openRoom(t, { env }), cases: [one] };
}

/** The webhook that is lost, doubled or early, and the question whether it is true × every fault. */
export const completionGroups: FaultGroup[] = [
  ...(['normal', 'lost', 'doubled', 'early'] as const).flatMap((mode) => [
    webhookGroup(mode, 'trust'),
    webhookGroup(mode, 'reread'),
  ]),
  ...KINDS.map(rereadGroup),
];
