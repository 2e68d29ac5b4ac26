import assert from 'node:assert/strict';
import { PATHS, type Session } from 'precandidate-contract';
import { type FaultCase, type FaultGroup, type Kind, KINDS } from './fault-kinds.ts';
import { openRoom, type Room } from './open-room.ts';

function sessionCase({ fault }: Kind): FaultCase {
  return {
    name: `mints a session without html while the schema is unavailable: ${fault.kind}`,
    async run(room) {
      const { person_id, precandidate_id: form_id } = await room.precandidate();
      const mint = async () => {
        const answer = await room.backend(PATHS.sessions, { person_id, form_id });
        assert.equal(answer.status, 201);
        return (await answer.json()) as Session;
      };
      await room.fault({ ...fault, match: { method: 'GET', path: '/schema/' }, times: 0 });
      const { token, html } = await mint();
      assert.ok(token);
      if (fault.kind !== 'delay') assert.equal(html, undefined);
      await room.clearFaults();
      let session = await mint();
      for (let tries = 0; tries < 20 && session.html === undefined; tries += 1)
        session = await mint();
      assert.match(session.html ?? '', /name="f\.document__id"/);
    },
  };
}

export const prerenderedGroups: FaultGroup[] = KINDS.map((kind) => ({
  name: `prerendered form, ${kind.fault.kind}`,
  open: (t: Parameters<typeof openRoom>[0]): Promise<Room> => openRoom(t),
  cases: [sessionCase(kind)],
}));
