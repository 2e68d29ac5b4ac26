import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  advance,
  isTerminal,
  LIFECYCLE,
  SUBMISSION_EVENTS,
  SUBMISSION_STATES,
  type SubmissionEventType,
  type SubmissionState,
} from 'precandidate-contract';

/** What `type` of an attempt that is `behind` by so many makes of a second attempt. */
const after = (state: SubmissionState, type: SubmissionEventType, behind = 0) => {
  const before = { state, attempt: 2 };
  const attempt = (type === 'submit' ? 3 : 2) - behind;
  return { before, after: advance(before, type === 'confirmed' ? { type } : { type, attempt }) };
};

for (const state of SUBMISSION_STATES)
  for (const type of SUBMISSION_EVENTS) {
    const to = LIFECYCLE[state][type];
    test(`${state} + ${type} → ${to ?? 'no change'}, of this attempt only`, () => {
      const now = after(state, type);
      const next = to && { state: to, attempt: type === 'submit' ? 3 : 2 };
      assert.deepEqual(now.after, next ?? now.before);
      const older = after(state, type, 1);
      if (type !== 'confirmed') assert.equal(older.after, older.before);
    });
  }

test('the service’s word wins from every state, and only it leads to submitted', () => {
  for (const state of SUBMISSION_STATES.filter((s) => s !== 'submitted'))
    for (const [type, to] of Object.entries(LIFECYCLE[state]))
      assert.equal(to === 'submitted', type === 'confirmed');
});

test('only submitted is terminal', () => {
  assert.deepEqual(SUBMISSION_STATES.filter(isTerminal), ['submitted']);
});
