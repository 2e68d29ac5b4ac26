import fc from 'fast-check';
import type { ExploredProcess } from './processes.ts';
import type { Candidate, ExploredPerson, Tab, World } from './world.ts';

/** A kind of step: what can be chosen, what it is about, what it says in words, and what it does. */
export interface StepKind<Choice, Subject> {
  /** How often it is chosen, compared with others. */
  weight: number;
  choices: fc.Arbitrary<Choice>;
  /** What the choice is about; `undefined`: the step makes no sense now. */
  find(world: World, choice: NoInfer<Choice>): Subject | undefined;
  words(choice: NoInfer<Choice>, subject: NoInfer<Subject>): string;
  run(world: World, choice: NoInfer<Choice>, subject: NoInfer<Subject>): Promise<unknown> | void;
}
export type AnyStepKind = StepKind<unknown, unknown>;

/** Keeps the types of its choice and subject within the kind. */
export const stepKind = <Choice, Subject>(kind: StepKind<Choice, Subject>): AnyStepKind =>
  kind as AnyStepKind;

/** Choices of a process, a candidate, and a tab. Few, the newest first, so that steps meet. */
export const AT = { at: fc.nat(2) };
export const WHO = { who: fc.constantFrom(0, 0, 0, 1, 1, 2) };
export const AT_TAB = { ...WHO, ...AT, tab: fc.constantFrom(0, 0, 1) };

/** The newest or, with a larger number, an older one. */
const newest = <Item>(items: readonly Item[], back: number): Item | undefined =>
  items.at(-1 - (back % items.length));

export const always = (world: World) => world;

export const anyProcess = ({ processes }: World, { at }: { at: number }): ExploredProcess =>
  processes[at % processes.length] as ExploredProcess;

export function runningProcess(world: World, choice: { at: number }): ExploredProcess | undefined {
  const process = anyProcess(world, choice);
  return process.state === 'up' ? process : undefined;
}

export const someCandidate = (
  { candidates }: World,
  { who }: { who: number },
): Candidate | undefined => newest(candidates, who);

/** A candidate whose form is still open. */
export function openCandidate(world: World, choice: { who: number }): Candidate | undefined {
  const candidate = someCandidate(world, choice);
  return candidate?.form.status === 'CREATED' ? candidate : undefined;
}

/** A tab, and a process that can take its request: also a frozen one. */
export interface Page {
  tab: Tab;
  process: ExploredProcess;
}

export function somePage(
  world: World,
  choice: { who: number; tab: number; at: number },
): Page | undefined {
  const tab = newest(someCandidate(world, choice)?.tabs ?? [], choice.tab);
  const process = anyProcess(world, choice);
  return tab && process.state !== 'down' ? { tab, process } : undefined;
}

export const somePerson = (
  { persons }: World,
  { person }: { person: number },
): ExploredPerson | undefined => newest(persons, person);
