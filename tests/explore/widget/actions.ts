import fc, { type Arbitrary } from 'fast-check';
import { often } from '../shared/chances.ts';
import {
  FAULTS,
  type FaultName,
  PAGE_STEPS,
  type PageStep,
  SUBMIT_METHODS,
  type SubmitMethod,
  TYPING_METHODS,
  type TypingMethod,
} from './form.ts';

/** What a candidate may do. Numbers choose among what the screen offers. */
export type Action =
  | { act: 'answer'; at: number; pick: number; how: TypingMethod }
  /** Gives another answer to a question that has one; or to one on which others depend. */
  | { act: 'change'; at: number; pick: number; isDecisive: boolean }
  | { act: 'press'; at: number }
  | { act: 'branch'; at: number; pick: number }
  | { act: 'leave' }
  /** Answers what is not answered; `pick` chooses the values. */
  | { act: 'complete'; pick: number; isRequiredOnly: boolean }
  /** Gives other answers where the form shows errors. */
  | { act: 'correct'; pick: number }
  | { act: 'submit'; how: SubmitMethod }
  | { act: 'page'; what: PageStep }
  | { act: 'fault'; fault: FaultName; on: string };

const act = <Act extends Action['act']>(name: Act) => fc.constant(name);
const number = fc.nat({ max: 40 });

const answer = fc.record({
  act: act('answer'),
  at: number,
  pick: number,
  how: fc.constantFrom(...TYPING_METHODS),
});
const change = fc.record({ act: act('change'), at: number, pick: number, isDecisive: often(1) });
const press = fc.record({ act: act('press'), at: number });
const branch = fc.record({ act: act('branch'), at: number, pick: number });
const complete = fc.record({ act: act('complete'), pick: number, isRequiredOnly: fc.boolean() });
const correct = fc.record({ act: act('correct'), pick: number });
const submit = fc.record({ act: act('submit'), how: fc.constantFrom(...SUBMIT_METHODS) });
const page = fc.record({ act: act('page'), what: fc.constantFrom(...PAGE_STEPS) });

const PATHS = ['/bootstrap', '/submission/', '/status/', '/draft-key/', '/widget/', '/locodes/'];
export const faults = fc.record({
  fault: fc.constantFrom<FaultName>('never', 'late', ...FAULTS),
  on: fc.constantFrom('/bootstrap', '/submission/', ...PATHS),
});
const fault = faults.map((given) => ({ act: 'fault' as const, ...given }));

const anything = fc.oneof(
  { weight: 6, arbitrary: answer },
  { weight: 3, arbitrary: press },
  { weight: 3, arbitrary: change },
  { weight: 2, arbitrary: branch },
  { weight: 1, arbitrary: fc.constant({ act: 'leave' as const }) },
  { weight: 1, arbitrary: submit },
  { weight: 4, arbitrary: page },
  { weight: 2, arbitrary: fault },
);
const correction = fc.oneof(
  { weight: 3, arbitrary: change },
  { weight: 1, arbitrary: branch },
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
    perhaps(complete),
    submit.map((each) => [each]),
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
