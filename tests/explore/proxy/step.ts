import fc from 'fast-check';
import type { ExploredProcess } from './processes.ts';
import { processAt, type Candidate, type Tab, type World } from './world.ts';

/** The name of the process that a choice names by any number. */
export type ProcessName = (at: number) => string;

/** A kind of step: what can be chosen, what it says in words, and what it does. */
export interface StepKind<Choice> {
  /** How often it is chosen, compared with others. */
  weight: number;
  choices: fc.Arbitrary<Choice>;
  words(choice: NoInfer<Choice>, processName: ProcessName): string;
  /** Whether it makes sense now; default: always. */
  isPossible?(world: World, choice: NoInfer<Choice>): boolean;
  run(world: World, choice: NoInfer<Choice>): Promise<unknown>;
}

/** Keeps the type of its choice within the kind. */
export const stepKind = <Choice>(kind: StepKind<Choice>): StepKind<unknown> =>
  kind as StepKind<unknown>;

/** One step as data, for replay files. */
export interface Step {
  kind: string;
  choice: unknown;
}

/** Choices of a candidate, a tab, and a process. Few, so that steps meet. */
export const WHO = { who: fc.constantFrom(0, 0, 0, 1, 1, 2) };
export const AT = { at: fc.nat(2) };
export const AT_TAB = { ...WHO, ...AT, tab: fc.constantFrom(0, 0, 1) };

export const candidateName = (who: number): string => `candidate ${who + 1}`;

export interface AtTab {
  who: number;
  tab: number;
  at: number;
}

/** The candidate, tab, and process that a choice names; `undefined` when one of them is absent. */
export function found(
  world: World,
  { who, tab, at }: AtTab,
): { candidate: Candidate; tab: Tab; process: ExploredProcess } | undefined {
  const candidate = world.candidates[who];
  const opened = candidate?.tabs[tab];
  const process = processAt(world, at);
  if (candidate === undefined || opened === undefined || process.state === 'down') return undefined;
  return { candidate, tab: opened, process };
}

/** Waits for `work`, unless others go on meanwhile or the process is frozen. */
export async function waitOrNot(
  world: World,
  { process, isMeanwhile = false }: { process: ExploredProcess; isMeanwhile?: boolean },
  work: Promise<unknown>,
): Promise<void> {
  if (isMeanwhile || process.state !== 'up') world.background.push(work);
  else await work;
}
