import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Opening, type OpeningState } from '../src/element/opening.ts';

/** A way to each state. */
const WAYS: Record<OpeningState, readonly OpeningState[]> = {
  requested: [],
  prerendered: ['prerendered'],
  mounting: ['mounting'],
  open: ['mounting', 'open'],
  replaced: ['mounting', 'open', 'replaced'],
  closed: ['mounting', 'open', 'replaced', 'closed'],
};
const STATES = Object.keys(WAYS) as OpeningState[];

function openingIn(state: OpeningState): Opening {
  const opening = new Opening();
  for (const step of WAYS[state]) opening.to(step);
  return opening;
}

test('makes only the transitions of its table', () => {
  const allowed = STATES.flatMap((from) =>
    STATES.filter((to) => {
      try {
        openingIn(from).to(to);
        return true;
      } catch {
        return false;
      }
    }).map((to) => `${from} → ${to}`),
  );
  assert.deepEqual(allowed, [
    'requested → prerendered',
    'requested → mounting',
    'prerendered → requested',
    'prerendered → mounting',
    'mounting → requested',
    'mounting → open',
    'open → requested',
    'open → replaced',
    'replaced → requested',
    'replaced → open',
    'replaced → closed',
    'closed → requested',
  ]);
});

test('a prerendered form stays visible while it is mounted, and a skeleton stays instead of a form', () => {
  const prerendered = openingIn('prerendered');
  prerendered.to('mounting');
  assert.equal(prerendered.isFormVisible, true);
  assert.equal(openingIn('mounting').isFormVisible, false);
  assert.deepEqual(
    STATES.filter((state) => openingIn(state).isFormVisible),
    ['prerendered', 'open'],
  );
});

test('a submit is deferred only before the form has opened, and is not made in another form', () => {
  const opening = openingIn('prerendered');
  opening.deferSubmit();
  opening.to('requested');
  assert.equal(opening.endDeferral(), false);
  const mounting = openingIn('mounting');
  mounting.deferSubmit();
  mounting.to('open');
  assert.equal(mounting.endDeferral(), true);
  assert.equal(mounting.endDeferral(), false);
  mounting.deferSubmit();
  assert.equal(mounting.isSubmitDeferred, false);
});
