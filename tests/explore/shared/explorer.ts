import type { Arbitrary } from 'fast-check';

/** What must always hold, and did not. */
export interface Fault {
  /** The property's letter in {@link Explorer.properties}. */
  property: string;
  /** What went wrong without names or values, so that equal faults have equal kinds. */
  kind: string;
  expected: string;
  seen: string;
}

/** Thrown by a run in which a property does not hold. */
export class Violation extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`(${fault.property}) ${fault.kind}: expected ${fault.expected}, saw ${fault.seen}`);
    this.fault = fault;
  }
}

/** What a run did. */
export interface Trace {
  /** Throws a {@link Violation}, unless the fault is known already: then the run goes on. */
  report(fault: Fault): void;
  /** In plain words, one item per step. */
  words: string[];
  /** JSON with which {@link Explorer.replay} does the same again. */
  script: object;
}

export interface Explorer<Case> {
  /** Letter → what must always hold. */
  properties: Readonly<Record<string, string>>;
  cases: Arbitrary<Case>;
  /** Runs a case and writes down what it does; throws a {@link Violation}. */
  run(given: Case, trace: Trace): Promise<void>;
  /** Runs the script of an earlier trace; throws a {@link Violation}. */
  replay(script: object, trace: Trace): Promise<void>;
  close(): Promise<void>;
}

/** How `main.ts` and the tests start an explorer. */
export type OpenExplorer<Case = never> = (options: {
  /** The repository whose packages run. */
  checkout: string;
  /** Ingredients that it lacks. */
  without?: readonly string[];
}) => Promise<Explorer<Case>>;
