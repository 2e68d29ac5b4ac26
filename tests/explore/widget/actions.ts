import fc, { type Arbitrary } from 'fast-check';
import { often } from '../shared/chances.ts';
import { SCHEMA_CHANGES, type SchemaChange } from './changed-schemas.ts';
import { PAGE_STEPS, type PageStep } from './page-steps.ts';
import { FAULTS } from './relay.ts';

const act = <Act extends string>(name: Act) => fc.constant(name);
const number = fc.nat({ max: 40 });
const PATHS = ['/bootstrap', '/submission/', '/status/', '/widget/', '/locodes/'];

const SUBMIT_METHODS = [
  'click',
  'Enter',
  'method',
  'click, then the page removes the form',
  'click without a network, then the page opens another form',
] as const;
export type SubmitMethod = (typeof SUBMIT_METHODS)[number];

const TYPING_METHODS = ['keys', 'paste', 'composition', 'autofill'] as const;
export type TypingMethod = (typeof TYPING_METHODS)[number];

/** A response that is spoiled. */
export const faults = fc.record({
  fault: fc.constantFrom('never' as const, 'late' as const, ...FAULTS),
  on: fc.constantFrom('/bootstrap', '/submission/', ...PATHS),
});

const ACTIONS = {
  answer: fc.record({
    act: act('answer'),
    at: number,
    pick: number,
    how: fc.constantFrom(...TYPING_METHODS),
  }),
  /** Gives another answer to a question that has one; or to one on which others depend. */
  change: fc.record({ act: act('change'), at: number, pick: number, isDecisive: often(1) }),
  press: fc.record({ act: act('press'), at: number }),
  /** To the next step of the form, and back. */
  continue: fc.record({ act: act('continue'), pick: number }),
  back: fc.record({ act: act('back') }),
  branch: fc.record({ act: act('branch'), at: number, pick: number }),
  leave: fc.record({ act: act('leave') }),
  /** Answers what is not answered; `pick` chooses the values. */
  complete: fc.record({ act: act('complete'), pick: number, isRequiredOnly: fc.boolean() }),
  /** Gives other answers where the form shows errors. */
  correct: fc.record({ act: act('correct'), pick: number }),
  submit: fc.record({ act: act('submit'), how: fc.constantFrom(...SUBMIT_METHODS) }),
  page: fc.record({
    act: act('page'),
    what: fc.constantFrom(...(Object.keys(PAGE_STEPS) as PageStep[])),
  }),
  fault: fc.record({ act: act('fault'), given: faults }),
  service: fc.record({
    act: act('service'),
    change: fc.constantFrom(...(Object.keys(SCHEMA_CHANGES) as SchemaChange[])),
  }),
};

/** What a candidate may do. Numbers choose among what the screen offers. */
export type Action =
  (typeof ACTIONS)[keyof typeof ACTIONS] extends Arbitrary<infer Any> ? Any : never;

const { answer, change, press, branch, leave, complete, correct, submit, page, fault, service } =
  ACTIONS;
const toOtherStep = fc.oneof<Arbitrary<Action>[]>(ACTIONS.continue, ACTIONS.back);
const anything = fc.oneof<{ weight: number; arbitrary: Arbitrary<Action> }[]>(
  { weight: 6, arbitrary: answer },
  { weight: 3, arbitrary: press },
  { weight: 3, arbitrary: toOtherStep },
  { weight: 3, arbitrary: change },
  { weight: 2, arbitrary: branch },
  { weight: 1, arbitrary: leave },
  { weight: 1, arbitrary: submit },
  { weight: 4, arbitrary: page },
  { weight: 2, arbitrary: fault },
);
const correction = fc.oneof<{ weight: number; arbitrary: Arbitrary<Action> }[]>(
  { weight: 3, arbitrary: change },
  { weight: 1, arbitrary: branch },
  { weight: 1, arbitrary: toOtherStep },
  { weight: 1, arbitrary: anything },
);
const some = (action: Arbitrary<Action>, most: number) => fc.array(action, { maxLength: most });
const perhaps = (action: Arbitrary<Action>) => some(action, 1);

/** What happens in one visit: somebody tries things, fills in the form, changes their mind, and submits. */
export const visits: Arbitrary<Action[]> = fc
  .tuple(
    some(anything, 5),
    perhaps(complete),
    some(correction, 3),
    fc.oneof(fc.tuple(complete), fc.tuple(complete), fc.constant([])),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.tuple(service) },
    ),
    fc.tuple(submit),
    fc.oneof(
      fc.constant([]),
      fc.tuple(correct, complete, submit),
      fc.tuple(correction, complete, submit),
    ),
  )
  .map((phases) => phases.flat());

/** What happens first, before the scripts have arrived. */
export const earlyActions: Arbitrary<Action[]> = fc
  .tuple(some(answer, 4), perhaps(fc.constant({ act: 'page', what: 'gets its scripts' })))
  .map((phases) => phases.flat());
