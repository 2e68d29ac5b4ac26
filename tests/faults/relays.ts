import assert from 'node:assert/strict';
import { PATHS, type RelayEvent } from 'precandidate-contract';
import type { FaultCase, FaultGroup } from './fault-kinds.ts';
import { openRoom, type Room, WEBHOOK_SECRET } from './open-room.ts';
import type { Refusal } from './start-receiver.ts';

interface Row {
  name: string;
  refusal: Refusal;
  /** Not before this, in ms: our own pause is 5 s, a tenth less or more; the clocks of a busy machine drift. */
  pause_ms: number;
}

const ROWS: readonly Row[] = [
  { name: '500', refusal: { status: 500 }, pause_ms: 4_000 },
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

async function sendWebhook(room: Room, webhook_request_id: string): Promise<void> {
  const answer = await fetch(room.proxy + PATHS.personCompleted, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET },
    body: JSON.stringify({ webhook_request_id }),
  });
  assert.equal(answer.status, 200, 'taken, whatever the back end does with it');
}

function relayCase({ name, refusal, pause_ms }: Row): FaultCase {
  return {
    name: `back end: ${name}`,
    async run(room) {
      room.receiver.refuse(refusal);
      await sendWebhook(room, 'one');
      const refused = await room.receiver.refused();
      const taken = await room.receiver.taken(isCompletion);
      assert.equal(taken.id, refused.id, 'known again by its webhook-id');
      assert.ok(taken.at - refused.at >= pause_ms, `${taken.at - refused.at} ms`);
      assert.equal(room.receiver.attempts.length, 2);
    },
  };
}

const gone: FaultCase = {
  name: 'back end: 410',
  async run(room) {
    room.receiver.refuse({ status: 410 });
    await sendWebhook(room, 'one');
    const { id } = await room.receiver.refused();
    await sendWebhook(room, 'two');
    const replay = () => room.backend(PATHS.replay(id), {});
    while (((await (await replay()).json()) as { attempt?: number }).attempt !== 0);
    await room.receiver.taken(() => room.receiver.attempts.length >= 3);
    const taken = room.receiver.attempts.filter(({ isTaken }) => isTaken);
    assert.equal(new Set(taken.map((one) => one.id)).size, 2, 'both arrive after the replay');
  },
};

/** What the back end may do with an event: it arrives in the end, known again by its `webhook-id`. */
export const relayGroups: FaultGroup[] = [...ROWS.map(relayCase), gone].map((one) => ({
  name: 'relaying',
  open: openRoom,
  cases: [one],
}));
