import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RelayEvent } from 'precandidate-contract';
import { type FaultCase, type FaultGroup, type Kind, KINDS } from './fault-kinds.ts';
import { openRoom } from './open-room.ts';

const ROUTE = 'GET /v3/precandidate/:person_id';

function lookCase({ fault }: Kind, lasts: boolean): FaultCase {
  return {
    name: `look at a person: ${fault.kind}, ${lasts ? 'twice' : 'once'}`,
    async run(room) {
      const record = await room.precandidate();
      const ana = await room.candidate(record);
      // The status is known before the fault: what is tried here are the looks after that.
      await ana.snapshot(({ state }) => state === 'open');
      const match = { method: 'GET', path: `^/v3/precandidate/${record.person_id}$` };
      await room.fault({ ...fault, match, times: lasts ? 0 : 1 });
      await room.control(`/calls/${record.precandidate_id}`, {});
      if (lasts) {
        const before = await room.asked(ROUTE);
        while ((await room.asked(ROUTE)) < before + 2) await pause(100);
        await room.clearFaults();
      }
      const { by } = await ana.snapshot(({ state }) => state === 'submitted');
      assert.equal(by, 'elsewhere');
      const isTold = (event: RelayEvent) =>
        event.type === 'precandidate.submitted' &&
        event.data.precandidate_id === record.precandidate_id;
      await room.receiver.taken(isTold);
      assert.equal(room.receiver.attempts.filter(({ event }) => isTold(event)).length, 1);
    },
  };
}

/** The poll × every fault: whoever watches is told in the end, and the back end once. */
export const lookGroups: FaultGroup[] = KINDS.map((kind) => ({
  name: `looking, ${kind.fault.kind}`,
  open: (t) => openRoom(t, { env: { POLL_MIN_SECONDS: '1', POLL_MAX_SECONDS: '1' } }),
  // After the right answer, late as it is, nobody looks a second time.
  cases: [lookCase(kind, false), ...(kind.read === undefined ? [] : [lookCase(kind, true)])],
}));
