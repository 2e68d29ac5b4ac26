import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ELEMENT_STATES, elementState, type StateFacts } from '../src/submission/element-state.ts';

const facts: StateFacts = {
  submission: 'open',
  by: null,
  problem: undefined,
  isFormOpen: true,
  isPending: false,
  isHandedOff: false,
  isOnline: true,
};
const cases: Record<(typeof ELEMENT_STATES)[number], Partial<StateFacts>> = {
  loading: { isFormOpen: false },
  ready: {},
  checking: { isPending: true },
  sending: { submission: 'sending' },
  sent: { submission: 'sent' },
  submitted: { submission: 'submitted', by: 'form' },
  elsewhere: { submission: 'submitted', by: 'elsewhere' },
  'handed-off': { isHandedOff: true },
  refused: { submission: 'refused' },
  unconfirmed: { submission: 'unconfirmed' },
  offline: { problem: 'proxy-unreachable', isOnline: false },
  problem: { problem: 'internal' },
};

for (const state of ELEMENT_STATES)
  test(`${state}: ${JSON.stringify(cases[state])}`, () => {
    assert.equal(elementState({ ...facts, ...cases[state] }), state);
  });

test('the confirmation of the service comes before any problem', () => {
  const trouble: Partial<StateFacts> = { problem: 'internal', isPending: true, isOnline: false };
  assert.equal(
    elementState({ ...facts, ...trouble, submission: 'submitted', by: 'form' }),
    'submitted',
  );
});

test('without a network and a form, shows a problem', () => {
  const offline: Partial<StateFacts> = { problem: 'proxy-unreachable', isOnline: false };
  assert.equal(elementState({ ...facts, ...offline, isFormOpen: false }), 'problem');
});
