import { check, isValid } from '../../src/validation/check.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { pairsOf } from './pairs.ts';

/** A page that is driven from outside may make code until its next task: only then does the policy hold. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The checker's outcomes for the schemas from `from` to `to`, without `to`: one list per schema, as
 * JSON, which leaves the browser faster than objects do.
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

/** Whether this page may make code from text. */
async function canMakeCode(): Promise<boolean> {
  await nextTask();
  try {
    return Reflect.construct(Function, ['return true'])() as boolean;
  } catch {
    return false;
  }
}

Object.assign(globalThis, { outcomesOf, canMakeCode });
