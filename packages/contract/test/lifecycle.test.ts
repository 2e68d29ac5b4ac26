import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  advance,
  isTerminal,
  LIFECYCLE,
  SUBMISSION_EVENTS,
  SUBMISSION_STATES,
  type SubmissionEvent,
  type SubmissionEventType,
} from 'precandidate-contract';

const event = (type: SubmissionEventType, attempt: number): SubmissionEvent =>
  type === 'confirmed' ? { type } : { type, attempt };
const dueAttempt = (type: SubmissionEventType, current: number) =>
  type === 'submit' ? current + 1 : current;

for (const state of SUBMISSION_STATES)
  for (const type of SUBMISSION_EVENTS) {
    const to = LIFECYCLE[state][type];
    test(`${state} + ${type} → ${to ?? 'no change'}`, () => {
      const before = { state, attempt: 2 };
      const after = advance(before, event(type, dueAttempt(type, 2)));
      if (to === undefined) return assert.equal(after, before);
      assert.deepEqual(after, { state: to, attempt: type === 'submit' ? 3 : 2 });
    });
    if (to !== undefined && type !== 'confirmed')
      test(`${state} ignores ${type} of an older attempt`, () => {
        const before = { state, attempt: 2 };
        assert.equal(advance(before, event(type, dueAttempt(type, 1))), before);
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
