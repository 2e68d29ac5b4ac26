import { check, isValid } from '../../src/validation/validator.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { pairsOf } from './pairs.ts';

/** Code that runs through DevTools is exempt from the policy until the page's next task. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The validator's outcomes for the schemas from `from` to `to` (exclusive), one list per schema. As JSON,
 * which leaves the browser faster than objects.
 */
async function outcomesOf(seed: number, from: number, to: number): Promise<string> {
  await nextTask();
  const outcomes: Outcome[][] = Array.from({ length: to - from }, (_, offset) => {
    const { schema, data } = pairsOf(seed, from + offset);
    return data.map((item) => {
      const outcome = outcomeOf(check(schema, item));
      if (isValid(schema, item) !== (outcome.length === 0))
        throw new Error(`isValid and check differ on schema ${from + offset}`);
      return outcome;
    });
  });
  return JSON.stringify(outcomes);
}

/** Whether this page may run `new Function`. */
async function canMakeCode(): Promise<boolean> {
  await nextTask();
  try {
    return Reflect.construct(Function, ['return true'])() as boolean;
  } catch {
    return false;
  }
}

Object.assign(globalThis, { outcomesOf, canMakeCode });
