import fc from 'fast-check';
import { hasPgBouncer } from 'precandidate-testing/pgbouncer.ts';
import { startPostgres } from 'precandidate-testing/postgres.ts';
import { someOf } from '../shared/chances.ts';
import type { Explorer } from '../shared/explorer.ts';
import { isPossible, runCase, runScript, runStep, STEP_KINDS, type Script } from './run-case.ts';
import { createNewerVersion } from './versions.ts';
import type { CaseSettings } from './settings.ts';
import type { Stage, Step, World } from './world.ts';

/** Steps without which a case does nothing. */
const BASIC = ['open', 'submit', 'start', 'thaw', 'recover', 'wait'];
const MOST_STEPS = 40;

type Command = fc.AsyncCommand<World, World>;
interface Case {
  settings: CaseSettings;
  commands: Iterable<Command>;
}

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
    cases: settingsOf(postgres !== undefined).chain((settings) =>
      fc.record({
        settings: fc.constant(settings),
        commands: fc.commands(stepCommands(settings), { maxCommands: MOST_STEPS, size: 'max' }),
      }),
    ),
    run: ({ settings, commands }, trace) =>
      runCase(settings, { stage, trace }, (world) =>
        fc.asyncModelRun(() => ({ model: world, real: world }), commands),
      ),
    replay: (script, trace) => runScript(script as Script, { stage, trace }),
    close: async () => void (await Promise.all([postgres?.stop(), newer.remove()])),
  };
  return explorer as Explorer<unknown>;
}

function settingsOf(hasPostgres: boolean): fc.Arbitrary<CaseSettings> {
  const channel = fc.constantFrom('form', 'form', 'person', 'handoff');
  const length = { minLength: 1, maxLength: 3, size: 'max' } as const;
  return fc.record({
    engine: hasPostgres
      ? fc.constantFrom('postgres', 'postgres', 'sqlite')
      : fc.constant('sqlite' as const),
    pooler: hasPgBouncer
      ? fc.constantFrom(undefined, undefined, 'session' as const, 'transaction' as const)
      : fc.constant(undefined),
    channels: fc.oneof(
      { weight: 2, arbitrary: fc.array(fc.constant('form' as const), length) },
      { weight: 1, arbitrary: fc.array(channel, length) },
    ),
    keepDays: fc.constantFrom(30, 1),
    callsPerSecond: fc.constantFrom(200, 200, 20),
    latencyMs: fc.constantFrom(0, 0, 300),
    kinds: someOf(Object.keys(STEP_KINDS)).map((some) => [...new Set([...BASIC, ...some])]),
  });
}

/** Each kind as often as its weight says. */
function stepCommands({ kinds = [] }: CaseSettings): fc.Arbitrary<Command>[] {
  return Object.entries(STEP_KINDS).flatMap(([kind, { weight, choices }]) => {
    if (!kinds.includes(kind)) return [];
    const command = choices.map((choice) => commandOf({ kind, choice }));
    return Array.from({ length: weight }, () => command);
  });
}

const commandOf = (step: Step): Command => ({
  check: (world) => isPossible(world as World, step),
  run: (world) => runStep(world, step),
});
