import { BACK_END_STEPS } from './back-end-steps.ts';
import { CANDIDATE_STEPS } from './candidate-steps.ts';
import { FAULT_STEPS } from './fault-steps.ts';
import { OPERATOR_STEPS } from './operator-steps.ts';
import { settle } from './settle.ts';
import { STRANGER_STEPS } from './stranger-steps.ts';
import type { Trace } from '../shared/explorer.ts';
import { anyProcess, type AnyStepKind } from './step.ts';
import type { CaseSettings } from './settings.ts';
import { createWorld, slowestPace, violated, type Stage, type Step, type World } from './world.ts';

export const STEP_KINDS: Readonly<Record<string, AnyStepKind>> = {
  ...CANDIDATE_STEPS,
  ...BACK_END_STEPS,
  ...FAULT_STEPS,
  ...OPERATOR_STEPS,
  ...STRANGER_STEPS,
};

/** Longer blocks of the event loop keep other candidates waiting. */
const LONGEST_BLOCK_MS = 250;

/** Ends a case at the first violation; the world knows it. */
class CaseEnd extends Error {}

/** What a replay file holds. */
export interface Script {
  settings: CaseSettings;
  steps: Step[];
}

export interface CaseOptions {
  stage: Stage;
  trace: Trace;
  /** Called when all steps are played. */
  onEnd?: ((world: World) => void) | undefined;
}

/** Runs the steps of an earlier case. */
export const runScript = ({ settings, steps }: Script, options: CaseOptions): Promise<void> =>
  runCase(settings, options, async (world) => {
    for (const step of steps) if (isPossible(world, step)) await runStep(world, step);
  });

/** Starts the processes, plays the steps, and lets all settle; throws what did not hold first. */
export async function runCase(
  settings: CaseSettings,
  { stage, trace, onEnd }: CaseOptions,
  play: (world: World) => Promise<void>,
): Promise<void> {
  const world = await createWorld(settings, stage, trace);
  trace.script = { settings, steps: world.steps } satisfies Script;
  trace.words = [settingsInWords(world)];
  try {
    await play(world);
    if (onEnd) {
      await Promise.all(world.background.splice(0));
      onEnd(world);
    }
    await settle(world);
    await checkBlocks(world, 'settling');
  } catch (error) {
    if (!(error instanceof CaseEnd)) throw error;
  } finally {
    await world.close();
  }
  const [violation] = world.violations;
  if (violation) throw violation;
}

export function isPossible(world: World, { kind, choice }: Step): boolean {
  return STEP_KINDS[kind]?.find(world, choice) !== undefined;
}

/** Throws when something does not hold after the step. */
export async function runStep(world: World, step: Step): Promise<void> {
  const { kind, choice } = step;
  const { [kind]: stepKind } = STEP_KINDS;
  const subject = stepKind?.find(world, choice);
  if (stepKind === undefined || subject === undefined) return;
  const { at, isMeanwhile } = choice as { at?: number; isMeanwhile?: boolean };
  const isFrozen = at !== undefined && anyProcess(world, { at }).state === 'frozen';
  const words = stepKind.words(choice, subject);
  world.steps.push(step);
  world.trace.words.push(isMeanwhile ? `${words}; the next step does not wait` : words);
  if (Object.hasOwn(FAULT_STEPS, kind)) world.faults.add(kind);
  const work = stepKind.run(world, choice, subject);
  if (isMeanwhile || isFrozen) world.background.push(Promise.resolve(work));
  else await work;
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

function settingsInWords({ settings, processes }: World): string {
  const { engine, pooler, keepDays, callsPerSecond = 200, latencyMs = 0 } = settings;
  const all = processes.map(({ name, channel }) => `${name} (${channel})`).join(', ');
  const database =
    engine === 'postgres' && pooler ? `${engine} behind PgBouncer (pool_mode = ${pooler})` : engine;
  return `${database}, processes ${all}, data is kept ${keepDays} days, ${callsPerSecond} calls a second, the service takes ${latencyMs} ms`;
}
