import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ELEMENT_STATES,
  elementState,
  type ElementState,
  type ProgressFacts,
  type RequestFacts,
} from '../src/submission/submission-progress.ts';

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
const OFFLINE = { problem: 'proxy-unreachable', isOnline: false } as const;
const STORED = { state: 'sending', isStored: true } as const;

/** The confirmation of the service comes before any problem, and so does stored data. */
const CASES: [ElementState, Partial<typeof OPEN>][] = [
  ['loading', { hasOpened: false }],
  ['ready', {}],
  ['checking', { isSubmitting: true }],
  ['checking', { ...STORED, isSubmitting: true }],
  ['sending', { state: 'sending' }],
  ['sending', { ...STORED, problem: 'session-expired' }],
  ['sent', { state: 'sent' }],
  ['submitted', { state: 'submitted', by: 'form' }],
  ['submitted', { state: 'submitted', by: 'form', ...OFFLINE, isSubmitting: true }],
  ['elsewhere', { state: 'submitted', by: 'elsewhere' }],
  ['handed-off', { isHandedOff: true }],
  ['refused', { state: 'refused' }],
  ['unconfirmed', { state: 'unconfirmed' }],
  ['offline', OFFLINE],
  ['problem', { problem: 'internal' }],
  ['problem', { ...OFFLINE, hasOpened: false }],
  ['problem', { state: 'sending', problem: 'session-expired' }],
];

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
