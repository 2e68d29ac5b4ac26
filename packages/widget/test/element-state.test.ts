import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ELEMENT_STATES,
  elementState,
  type ElementState,
  type ProgressFacts,
  type RequestFacts,
} from '../src/submission/submission-progress.ts';
import states from './tables/element-states.json' with { type: 'json' };

const OPEN: ProgressFacts & RequestFacts = {
  state: 'open',
  by: null,
  problem: undefined,
  isStored: false,
  hasOpened: true,
  isSubmitting: false,
  isHandedOff: false,
  isOnline: true,
};
/** The confirmation of the service comes before any problem, and so does stored data. */
const CASES = states as unknown as [ElementState, Partial<typeof OPEN>][];

for (const [state, changed] of CASES)
  test(`${state}: ${JSON.stringify(changed)}`, () => {
    const facts = { ...OPEN, ...changed };
    assert.equal(elementState(facts, facts), state);
  });

test('every state has a case', () =>
  assert.deepEqual(
    ELEMENT_STATES.filter((state) => !CASES.some(([each]) => each === state)),
    [],
  ));
