import { describe, test } from 'node:test';
import { lookGroups, prerenderedGroups, readGroups } from './candidate-cases.ts';
import { creationGroups } from './creations.ts';
import { completionGroups, relayGroups } from './event-cases.ts';
import { submissionGroups } from './submissions.ts';

const GROUPS = [
  ...submissionGroups,
  ...lookGroups,
  ...completionGroups,
  ...relayGroups,
  ...readGroups,
  ...prerenderedGroups,
  ...creationGroups,
];

/**
 * Most of a case is waiting for time-outs and for looks, so that many wait side by side; but not so
 * many that this one process, which is service, proxy and back end of them all, comes to miss its own.
 */
const ROOMS_AT_ONCE = 6;
/** For all of them, on a busy machine. */
const LIMIT_MS = 6 * 60_000;
const SIDE_BY_SIDE = { concurrency: ROOMS_AT_ONCE, timeout: LIMIT_MS };

describe('faults of the service and of the back end', SIDE_BY_SIDE, () => {
  for (const { name, open, cases, sideBySide = false } of GROUPS)
    test(name, { concurrency: sideBySide }, async (t) => {
      const room = await open(t);
      await Promise.all(cases.map((one) => t.test(one.name, () => one.run(room))));
    });
});
