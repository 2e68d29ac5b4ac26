import { BACK_END_STEPS } from './back-end-steps.ts';
import { CANDIDATE_STEPS } from './candidate-steps.ts';
import { FAULT_STEPS } from './fault-steps.ts';
import { settle } from './settle.ts';
import type { Trace, Violation } from '../shared/explorer.ts';
import type { Step, StepKind } from './step.ts';
import {
  createWorld,
  slowestPace,
  violated,
  type CaseSettings,
  type Stage,
  type World,
} from './world.ts';

export const STEP_KINDS: Readonly<Record<string, StepKind<unknown>>> = {
  ...CANDIDATE_STEPS,
  ...BACK_END_STEPS,
  ...FAULT_STEPS,
};

/** Longer blocks of the event loop keep other candidates waiting. */
const LONGEST_BLOCK_MS = 250;

/** Ends a case at the first violation; the world knows it. */
class CaseEnd extends Error {}

/** Starts the processes, plays the steps, and lets all settle; resolves to what did not hold first. */
export async function runCase(
  settings: CaseSettings,
  { stage, trace }: { stage: Stage; trace: Trace },
  play: (world: World) => Promise<void>,
): Promise<Violation | undefined> {
  const world = await createWorld(settings, stage, trace);
  try {
    await play(world);
    await settle(world);
    await checkBlocks(world, 'settling');
  } catch (error) {
    if (!(error instanceof CaseEnd)) throw error;
  } finally {
    await world.close();
  }
  return world.violations[0];
}

export function isPossible(world: World, { kind, choice }: Step): boolean {
  return STEP_KINDS[kind]?.isPossible?.(world, choice) ?? true;
}

/** Throws when something does not hold after the step. */
export async function runStep(world: World, { kind, choice }: Step): Promise<void> {
  await STEP_KINDS[kind]?.run(world, choice);
  await checkBlocks(world, kind);
  if (world.violations.length > 0) throw new CaseEnd();
}

async function checkBlocks(world: World, during: string): Promise<void> {
  const blocks = await Promise.all(world.processes.map((one) => one.longestBlock()));
  const blockedMs = Math.max(...blocks);
  if (blockedMs <= LONGEST_BLOCK_MS) return;
  const { processor } = slowestPace(world);
  if (blockedMs > LONGEST_BLOCK_MS * processor)
    violated(world, 'no process blocks its event loop', {
      kind: during,
      expected: `at most ${LONGEST_BLOCK_MS} ms at a time, times ${processor.toFixed(1)} on this machine`,
      seen: `${Math.round(blockedMs)} ms`,
    });
}

const usedChannels = ({ engine, channels }: CaseSettings) =>
  engine === 'sqlite' ? channels.slice(0, 1) : channels;

/** The settings of a case in words. */
export function settingsInWords(settings: CaseSettings): string {
  const processes = usedChannels(settings)
    .map((channel, index) => `${'ABC'.charAt(index)} (${channel})`)
    .join(', ');
  return `${settings.engine}, processes ${processes}, data is kept ${settings.keepDays} days`;
}

export function stepInWords(settings: CaseSettings, { kind, choice }: Step): string {
  const count = usedChannels(settings).length;
  return STEP_KINDS[kind]?.words(choice, (at) => `process ${'ABC'.charAt(at % count)}`) ?? kind;
}
