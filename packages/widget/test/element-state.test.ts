import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ELEMENT_STATES,
  elementState,
  type ProgressFacts,
  type RequestFacts,
} from '../src/submission/submission-progress.ts';

type StateFacts = ProgressFacts & RequestFacts;

const facts: StateFacts = {
  state: 'open',
  by: null,
  problem: undefined,
  isStored: false,
  hasOpened: true,
  isSubmitting: false,
  isHandedOff: false,
  isOnline: true,
};
const cases: Record<(typeof ELEMENT_STATES)[number], Partial<StateFacts>> = {
  loading: { hasOpened: false },
  ready: {},
  checking: { isSubmitting: true },
  sending: { state: 'sending' },
  sent: { state: 'sent' },
  submitted: { state: 'submitted', by: 'form' },
  elsewhere: { state: 'submitted', by: 'elsewhere' },
  'handed-off': { isHandedOff: true },
  refused: { state: 'refused' },
  unconfirmed: { state: 'unconfirmed' },
  offline: { problem: 'proxy-unreachable', isOnline: false },
  problem: { problem: 'internal' },
};

const stateOf = (changed: Partial<StateFacts>) => {
  const all = { ...facts, ...changed };
  return elementState(all, all);
};

for (const state of ELEMENT_STATES)
  test(`${state}: ${JSON.stringify(cases[state])}`, () => {
    assert.equal(stateOf(cases[state]), state);
  });

test('the confirmation of the service comes before any problem', () => {
  const failed = { problem: 'internal', isSubmitting: true, isOnline: false } as const;
  assert.equal(stateOf({ ...failed, state: 'submitted', by: 'form' }), 'submitted');
});

test('stored data comes before any problem', () => {
  const stored = { state: 'sending', isStored: true } as const;
  assert.equal(stateOf({ ...stored, problem: 'session-expired' }), 'sending');
  assert.equal(stateOf({ ...stored, isSubmitting: true }), 'checking');
  assert.equal(stateOf({ state: 'sending', problem: 'session-expired' }), 'problem');
});

test('without a network and a form, shows a problem', () => {
  const offline = { problem: 'proxy-unreachable', isOnline: false } as const;
  assert.equal(stateOf({ ...offline, hasOpened: false }), 'problem');
});
