import assert from 'node:assert/strict';
import { PATHS, type ProblemName } from 'precandidate-contract';
import {
  KINDS,
  askUntilOpen,
  assertAnswer,
  type FaultCase,
  type FaultGroup,
  type Kind,
} from './fault-cases.ts';
import { openRoom, type Room } from './fault-stage.ts';

/** A request that creates something at the service. */
interface Creation {
  name: string;
  route: string;
  ask(room: Room): Promise<Response>;
  /** Expected results that differ from those of a read. */
  told: Partial<Record<Kind['fault']['kind'], ProblemName | undefined>>;
}

const CREATIONS: readonly Creation[] = [
  {
    name: 'precandidate',
    route: '/v3/precandidate',
    ask: (room) =>
      room.backend(PATHS.precandidates, { country_code: 'PE', pipeline_name: 'peru_basic' }),
    told: {},
  },
  {
    name: 'person',
    route: '/v3/:country_code/persons',
    ask: (room) =>
      room.backend(PATHS.persons('pe'), {
        document_id: '44556671',
        pipeline: { name: 'peru_basic' },
      }),
    // The shape of this response is not documented, so any 2xx is passed on as text.
    told: { 'not-json': undefined, truncated: 'service-answer-unusable' },
  },
];

function creationCase(creation: Creation, kind: Kind, when: 'before' | 'after'): FaultCase {
  const { name, route, ask, told } = creation;
  const { fault, read } = kind;
  const expected = fault.kind in told ? told[fault.kind] : read;
  return {
    name: `${name}: ${fault.kind}, ${when} it had its effect`,
    async run(room) {
      const path = route.replace(':country_code', '[a-z]+');
      await room.fault({ ...fault, when, times: 0, match: { method: 'POST', path: `^${path}$` } });
      const before = await room.asked(`POST ${route}`);
      const answer = await ask(room);
      const times = (await room.asked(`POST ${route}`)) - before;
      assert.equal(times, 1, 'a creation is never repeated by itself');
      if (fault.kind === 'not-json' && expected === undefined)
        assert.deepEqual(
          [answer.ok, answer.headers.get('content-type'), await answer.text()],
          [true, 'text/plain; charset=utf-8', 'this is not JSON'],
        );
      else await assertAnswer(answer, expected);
      await room.clearFaults();
      await assertAnswer(await askUntilOpen(() => ask(room)), undefined);
    },
  };
}

/** Every creation × every fault, before and after its effect: one request, one clear response. */
export const creationGroups: FaultGroup[] = KINDS.flatMap((kind) => {
  const cases = CREATIONS.flatMap((creation) => [
    creationCase(creation, kind, 'before'),
    creationCase(creation, kind, 'after'),
  ]);
  const groups = kind.fault.kind === 'stall' ? cases.map((one) => [one]) : [cases];
  return groups.map((group) => ({
    name: `creating, ${kind.fault.kind}`,
    open: openRoom,
    cases: group,
  }));
});
