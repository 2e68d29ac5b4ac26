import fc from 'fast-check';
import { someOf } from '../shared/chances.ts';
import { startPostgres } from '../../stage/postgres.ts';
import type { Explorer, Trace } from '../shared/explorer.ts';
import {
  isPossible,
  runCase,
  runStep,
  settingsInWords,
  stepInWords,
  STEP_KINDS,
} from './run-case.ts';
import type { Step } from './step.ts';
import { createNewerVersion } from './versions.ts';
import type { CaseSettings, Stage, World } from './world.ts';

/** Steps without which a case does nothing. */
const BASIC = ['open', 'submit', 'wait', 'start', 'thaw', 'recover'];
/** About half of them are possible when it is their turn. */
const MOST_STEPS = 24;

/** Random steps with processes, databases, and faults; see the kinds of steps in `*-steps.ts`. */
export async function openProxyExplorer({
  checkout,
}: {
  checkout: string;
}): Promise<Explorer<unknown>> {
  const postgres = await startPostgres();
  const newer = await createNewerVersion(checkout);
  const stage: Stage = { checkout, postgres, newer };
  const explorer: Explorer<Case> = {
    properties: { p: 'what the proxy promises' },
    cases: settingsOf(postgres !== undefined).chain((settings) => {
      const commands = fc.commands(stepCommands(settings), {
        maxCommands: MOST_STEPS,
        size: 'max',
      });
      return fc.record({ settings: fc.constant(settings), commands });
    }),

    run: ({ settings, commands }, trace) =>
      traced(settings, { stage, trace }, (world, played) =>
        fc.asyncModelRun(() => ({ model: world, real: played }), commands),
      ),

    async replay(script, trace) {
      const { settings, steps } = script as Script;
      await traced(settings, { stage, trace }, async (world, played) => {
        for (const step of steps) if (isPossible(world, step)) await playStep(world, played, step);
      });
    },

    close: async () => void (await Promise.all([postgres?.stop(), newer.remove()])),
  };
  return explorer as Explorer<unknown>;
}

interface Case {
  settings: CaseSettings;
  commands: Iterable<fc.AsyncCommand<World, Step[]>>;
}

/** What a replay file holds. */
interface Script {
  settings: CaseSettings;
  steps: Step[];
}

function settingsOf(hasPostgres: boolean): fc.Arbitrary<CaseSettings> {
  const channel = fc.oneof(
    { weight: 4, arbitrary: fc.constant('form' as const) },
    { weight: 1, arbitrary: fc.constantFrom('handoff' as const, 'person' as const) },
  );
  return fc.record({
    engine: hasPostgres
      ? fc.oneof(
          { weight: 1, arbitrary: fc.constant('sqlite' as const) },
          { weight: 2, arbitrary: fc.constant('postgres' as const) },
        )
      : fc.constant('sqlite' as const),
    channels: fc.array(channel, { minLength: 1, maxLength: 3, size: 'max' }),
    keepDays: fc.constantFrom(30, 1),
    callsPerSecond: fc.constantFrom(200, 200, 20),
    kinds: someOf(Object.keys(STEP_KINDS)).map((some) => [...new Set([...BASIC, ...some])]),
  });
}

/** Each kind as often as its weight says. */
function stepCommands({
  kinds = [],
}: CaseSettings): fc.Arbitrary<fc.AsyncCommand<World, Step[]>>[] {
  return Object.entries(STEP_KINDS).flatMap(([kind, { weight, choices }]) => {
    if (!kinds.includes(kind)) return [];
    const command = choices.map((choice) => commandOf({ kind, choice }));
    return Array.from({ length: weight }, () => command);
  });
}

const commandOf = (step: Step): fc.AsyncCommand<World, Step[]> => ({
  check: (world) => isPossible(world as World, step),
  run: (world, played) => playStep(world, played, step),
});

async function playStep(world: World, played: Step[], step: Step): Promise<void> {
  played.push(step);
  await runStep(world, step);
}

/** Runs a case, writes down what it did, and throws what did not hold. */
async function traced(
  settings: CaseSettings,
  { stage, trace }: { stage: Stage; trace: Trace },
  play: (world: World, played: Step[]) => Promise<void>,
): Promise<void> {
  const steps: Step[] = [];
  const script: Script = { settings, steps };
  trace.script = script;
  const violation = await runCase(settings, { stage, trace }, (world) => play(world, steps));
  trace.words = [settingsInWords(settings), ...steps.map((step) => stepInWords(settings, step))];
  if (violation) throw violation;
}
