import fc from 'fast-check';
import { type Explorer, type Fault, type Trace, Violation } from './explorer.ts';

export interface Finding extends Fault {
  /** Runs the same case again: `--seed … --path …`. */
  seed: number;
  path: string;
  words: string[];
  script: object;
}

interface CaseOptions {
  seed: number;
  /** Of a reduced case. */
  path?: string | undefined;
  /** Kinds of faults that do not end the case. */
  known?: ReadonlySet<string>;
  /** Reduces the case as long as it shows this kind of fault. */
  reducing?: string;
}

/** A fault is reduced for at most this long. */
const REDUCE_MS = 30_000;

/** Runs the one case of a seed; resolves to what did not hold. */
async function runCase<Case>(
  explorer: Explorer<Case>,
  { seed, path, known, reducing }: CaseOptions,
): Promise<Finding | undefined> {
  let found: Omit<Finding, 'seed' | 'path'> | undefined;
  let until = Infinity;
  const isOther = (fault: Fault) =>
    reducing === undefined ? known?.has(kindOf(fault)) === true : kindOf(fault) !== reducing;
  const property = fc.asyncProperty(explorer.cases, async (given) => {
    if (performance.now() > until) return;
    const trace = newTrace(isOther);
    try {
      await explorer.run(given, trace);
    } catch (error) {
      const fault = faultOf(error);
      if (isOther(fault)) return;
      if (found === undefined) until = performance.now() + REDUCE_MS;
      const { words, script } = trace;
      found = { ...fault, words, script };
      throw error;
    }
  });
  const details = await fc.check(property, {
    seed,
    numRuns: 1,
    unbiased: true,
    endOnFailure: reducing === undefined,
    ...(path && { path }),
  });
  return found && { ...found, seed, path: details.counterexamplePath ?? '' };
}

/** The same fault in as few steps as there is time to find; the finding itself if it is gone. */
export async function reduce<Case>(explorer: Explorer<Case>, finding: Finding): Promise<Finding> {
  const { seed, path } = finding;
  return (await runCase(explorer, { seed, path, reducing: kindOf(finding) })) ?? finding;
}

export interface SearchOptions {
  /** Of the first case; each further one has the next. */
  seed: number;
  path?: string | undefined;
  /** Ends the search before the next case. */
  isOver: (cases: number) => boolean;
  onFinding?: (finding: Finding) => void;
  onCase?: () => void;
}

/**
 * Runs random cases, one after the other in each explorer, and collects different faults as they are.
 * Most of the time a case waits, so several explorers share a machine well.
 */
export async function search<Case>(
  explorers: readonly Explorer<Case>[],
  { seed, path, isOver, onFinding, onCase }: SearchOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const known = new Set<string>();
  let cases = 0;
  await Promise.all(
    explorers.map(async (explorer) => {
      while (!isOver(cases)) {
        const finding = await runCase(explorer, { seed: seed + cases++, path, known });
        onCase?.();
        if (finding === undefined || known.has(kindOf(finding))) continue;
        known.add(kindOf(finding));
        findings.push(finding);
        onFinding?.(finding);
      }
    }),
  );
  return findings;
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
