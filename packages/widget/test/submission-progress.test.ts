import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  LIFECYCLE,
  SUBMISSION_STATES,
  type Snapshot,
  type SubmissionState,
} from 'precandidate-contract';
import { followSnapshot } from '../src/submission/submission-progress.ts';

const snapshot = (state: SubmissionState, attempt: number) => ({ state, attempt }) as Snapshot;
/** Whether an event other than a new attempt leads there. */
const isReachable = (from: SubmissionState, to: SubmissionState) =>
  Object.entries(LIFECYCLE[from]).some(([event, state]) => state === to && event !== 'submit');

for (const from of SUBMISSION_STATES)
  for (const to of SUBMISSION_STATES) {
    const isStep = from === to || isReachable(from, to);
    test(`${from} → ${to} of the same attempt ${isStep ? 'is followed' : 'changes nothing'}`, () => {
      const after = followSnapshot({ state: from, attempt: 2 }, snapshot(to, 2));
      assert.deepEqual(after, { state: isStep ? to : from, attempt: 2 });
    });

    if (from !== 'submitted')
      test(`${from} catches up with ${to} of a later attempt`, () => {
        const after = followSnapshot({ state: from, attempt: 2 }, snapshot(to, 5));
        assert.deepEqual(after, { state: to, attempt: 5 });
      });

    if (to !== 'submitted')
      test(`${from} ignores ${to} of an earlier attempt`, () => {
        const before = { state: from, attempt: 2 };
        assert.equal(followSnapshot(before, snapshot(to, 1)), before);
      });
  }

test('the service’s word wins whatever the attempt', () => {
  for (const state of SUBMISSION_STATES)
    assert.equal(
      followSnapshot({ state, attempt: 4 }, snapshot('submitted', 0)).state,
      'submitted',
    );
});
