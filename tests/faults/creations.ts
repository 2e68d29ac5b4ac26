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
import { openStage, type FaultStage } from './fault-stage.ts';

/** A request that creates something at the service. */
interface Creation {
  name: string;
  route: string;
  ask(stage: FaultStage): Promise<Response>;
  /** Expected results that differ from those of a read. */
  responses: Partial<Record<Kind['fault']['kind'], ProblemName | undefined>>;
}

const CREATIONS: readonly Creation[] = [
  {
    name: 'precandidate',
    route: '/v3/precandidate',
    ask: (stage) =>
      stage.backend(PATHS.precandidates, { country_code: 'PE', pipeline_name: 'peru_basic' }),
    responses: {},
  },
  {
    name: 'person',
    route: '/v3/:country_code/persons',
    ask: (stage) =>
      stage.backend(PATHS.persons('pe'), {
        document_id: '44556671',
        pipeline: { name: 'peru_basic' },
      }),
    // The shape of this response is not documented, so any 2xx is passed on as text.
    responses: { 'not-json': undefined, truncated: 'service-answer-unusable' },
  },
];

function creationCase(creation: Creation, kind: Kind, when: 'before' | 'after'): FaultCase {
  const { name, route, ask, responses } = creation;
  const { fault, read } = kind;
  const expected = fault.kind in responses ? responses[fault.kind] : read;
  return {
    name: `${name}: ${fault.kind}, ${when} it had its effect`,
    async run(stage) {
      const path = route.replace(':country_code', '[a-z]+');
      await stage.fault({ ...fault, when, times: 0, match: { method: 'POST', path: `^${path}$` } });
      const before = await stage.requestCount(`POST ${route}`);
      const answer = await ask(stage);
      const times = (await stage.requestCount(`POST ${route}`)) - before;
      assert.equal(times, 1, 'a creation is never repeated by itself');
      if (fault.kind === 'not-json' && expected === undefined)
        assert.deepEqual(
          [answer.ok, answer.headers.get('content-type'), await answer.text()],
          [true, 'text/plain; charset=utf-8', 'this is not JSON'],
        );
      else await assertAnswer(answer, expected);
      await stage.clearFaults();
      await assertAnswer(await askUntilOpen(() => ask(stage)), undefined);
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
    open: openStage,
    cases: group,
  }));
});
