import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormLifecycle, type FormLifecycleState } from '../src/element/form-lifecycle.ts';

/** A way to each state. */
const WAYS: Record<FormLifecycleState, readonly FormLifecycleState[]> = {
  absent: [],
  prerendered: ['prerendered'],
  mounting: ['mounting'],
  hydrating: ['prerendered', 'hydrating'],
  open: ['mounting', 'open'],
  hidden: ['mounting', 'open', 'hidden'],
  finished: ['mounting', 'open', 'hidden', 'finished'],
};
const STATES = Object.keys(WAYS) as FormLifecycleState[];

function lifecycleIn(state: FormLifecycleState): FormLifecycle {
  const lifecycle = new FormLifecycle();
  for (const step of WAYS[state]) lifecycle.to(step);
  return lifecycle;
}

test('makes only the transitions of its table', () => {
  const isAllowed = (from: FormLifecycleState, to: FormLifecycleState) => {
    try {
      lifecycleIn(from).to(to);
      return true;
    } catch {
      return false;
    }
  };
  const allowed = STATES.map((from) =>
    [from, ...STATES.filter((to) => isAllowed(from, to))].join(),
  );
  assert.deepEqual(allowed, [
    'absent,prerendered,mounting',
    'prerendered,absent,hydrating',
    'mounting,absent,open',
    'hydrating,absent,open',
    'open,absent,hidden',
    'hidden,absent,open,finished',
    'finished,absent',
  ]);
});

test('a prerendered form stays visible while it is hydrated, and a skeleton stays instead of a form', () => {
  assert.deepEqual(
    STATES.filter((state) => lifecycleIn(state).isFormVisible),
    ['prerendered', 'hydrating', 'open'],
  );
});
