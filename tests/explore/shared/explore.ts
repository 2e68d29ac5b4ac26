import fc from 'fast-check';
import { type Explorer, type Fault, type Trace, Violation } from './explorer.ts';

export interface Finding extends Fault {
  /** Runs the same case again: `--seed … --path …`. */
  seed: number;
  path: string;
  words: string[];
  script: object;
}

export interface ExploreOptions {
  seed: number;
  /** Only this case of the seed. */
  path?: string | undefined;
  /** How many cases to run. */
  cases: number;
  /** Stops before the next case once this is true. */
  isOver?: () => boolean;
  /** Kinds of faults that are known already and do not end the run. */
  known?: ReadonlySet<string>;
  onCase?: () => void;
}

/** A fault is reduced for at most this long. */
const SHRINK_MS = 30_000;

/** Runs random cases until a property does not hold, and reduces the case that showed it. */
export async function explore<Case>(
  explorer: Explorer<Case>,
  { seed, path, cases, isOver, known, onCase }: ExploreOptions,
): Promise<Finding | undefined> {
  let found: Omit<Finding, 'seed' | 'path'> | undefined;
  let shrinkUntil = Infinity;
  const property = fc.asyncProperty(explorer.cases, async (given) => {
    if (performance.now() > shrinkUntil || (found === undefined && isOver?.())) return;
    // While a finding is reduced, another fault is none of it.
    const isOther = (fault: Fault) =>
      found === undefined ? known?.has(kindOf(fault)) : kindOf(fault) !== kindOf(found);
    const trace = newTrace((fault) => isOther(fault) === true);
    try {
      await explorer.run(given, trace);
    } catch (error) {
      const fault = faultOf(error);
      if (isOther(fault)) return;
      shrinkUntil = Math.min(shrinkUntil, performance.now() + SHRINK_MS);
      const { words, script } = trace;
      found = { ...fault, words, script };
      throw error;
    } finally {
      if (found === undefined) onCase?.();
    }
  });
  const details = await fc.check(property, { seed, numRuns: cases, ...(path && { path }) });
  return found && { ...found, seed, path: details.counterexamplePath ?? '' };
}

/** An empty trace, whose run goes on after faults for which `isKnown`. */
export function newTrace(isKnown: (fault: Fault) => boolean = () => false): Trace {
  return {
    words: [],
    script: {},
    report(fault) {
      if (!isKnown(fault)) throw new Violation(fault);
    },
  };
}

/** The property and the kind: faults for which these are equal count as one. */
export const kindOf = ({ property, kind }: Fault): string => `(${property}) ${kind}`;

/** Anything else that a run throws is a fault, too: the explorer or the product broke. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Violation) return error.fault;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [kind = ''] = text.split('\n');
  return { property: '!', kind, expected: 'a run to its end', seen: text };
}
