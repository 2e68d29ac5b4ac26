import { describe, test } from 'node:test';
import { pollGroups, prerenderedGroups, readGroups } from './candidate-cases.ts';
import { creationGroups } from './creations.ts';
import { completionGroups, relayGroups } from './event-cases.ts';
import { submissionGroups } from './submissions.ts';

const GROUPS = [
  ...submissionGroups,
  ...pollGroups,
  ...completionGroups,
  ...relayGroups,
  ...readGroups,
  ...prerenderedGroups,
  ...creationGroups,
];

/**
 * Cases mostly wait for timeouts and polls, so many run in parallel. More would make this process,
 * which is service, proxy, and back end of all cases, miss its own deadlines.
 */
const STAGES_AT_ONCE = 6;

describe('faults of the service and of the back end', { concurrency: STAGES_AT_ONCE }, () => {
  for (const { name, open, cases, concurrency = 1 } of GROUPS)
    test(name, { concurrency }, async (t) => {
      const stage = await open(t);
      await Promise.all(cases.map((one) => t.test(one.name, () => one.run(stage))));
    });
});
