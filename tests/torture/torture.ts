import fc from 'fast-check';
import { formSchema } from '../explore/proxy/data.ts';
import { runScript, type Script } from '../explore/proxy/run-case.ts';
import type { CaseSettings } from '../explore/proxy/settings.ts';
import type { Stage, Step, World } from '../explore/proxy/world.ts';
import type { Explorer } from '../explore/shared/explorer.ts';

/** What the killed processes had acknowledged with a 2xx. */
export interface Acknowledged {
  submissions: number;
  webhooks: number;
}

interface TortureOptions {
  engine: CaseSettings['engine'];
  /** How many kills a case has; each one ends a life of the process under load. */
  kills: number;
  onEnd?: (acknowledged: Acknowledged) => void;
}

/** The proxy's explorer with nothing but load and SIGKILL: SQLite has one process, Postgres two. */
export function tortureExplorer(
  stage: Stage,
  { engine, kills, onEnd }: TortureOptions,
): Explorer<Script> {
  const processes = engine === 'sqlite' ? 1 : 2;
  const settings: CaseSettings = {
    engine,
    channels: Array.from({ length: processes }, () => 'form' as const),
    keepDays: 30,
  };
  const play: Explorer<Script>['run'] = (script, trace) =>
    runScript(script, { stage, trace, onEnd: (world) => onEnd?.(acknowledgedIn(world)) });
  return {
    properties: { p: 'what the proxy acknowledged arrives, however often it is killed' },
    cases: fc
      .array(lives, { minLength: kills, maxLength: kills, size: 'max' })
      .map((all) => ({ settings, steps: all.flatMap(stepsOf) })),
    run: play,
    replay: (script, trace) => play(script as Script, trace),
    close: async () => undefined,
  };
}

/** What a process does before it dies. */
const lives = fc.record({
  at: fc.nat(1),
  candidates: fc.integer({ min: 1, max: 3 }),
  schema: formSchema,
  webhooks: fc.integer({ min: 1, max: 5 }),
  /** What the kill interrupts: a post before or after its effect, an event, or whatever there is. */
  interrupts: fc.constantFrom('a post', 'a response', 'an event', 'anything'),
  lifeMs: fc.nat(400),
  killsBoth: fc.boolean(),
});

function stepsOf(life: typeof lives extends fc.Arbitrary<infer Life> ? Life : never, turn: number) {
  const { at, candidates, schema, webhooks, interrupts, lifeMs, killsBoth } = life;
  const step = (kind: string, choice: object): Step => ({ kind, choice });
  const all = Array.from({ length: candidates }, (_, index) => index);
  const forms = { scope: 'forms', times: candidates };
  const fault = {
    'a post': step('service', { ...forms, kind: 'slow', effect: 'none', ms: 200 }),
    'a response': step('service', { ...forms, kind: 'reset', effect: 'applied', ms: 0 }),
    'an event': step('backEnd', { mood: 'slow' }),
    anything: step('recover', {}),
  }[interrupts];
  const data = { numbers: ['1'], isBrief: false };
  const dying = killsBoth ? [at, at + 1] : [at];
  return [
    step('recover', {}),
    ...all.map((one) => step('open', { isNew: true, at: at + one, schema, setting: '1' })),
    fault,
    ...all.map((one) => step('submit', { who: one, at, tab: 0, data, isMeanwhile: true })),
    // Of persons whom the proxy does not know: no poll finds what is lost.
    ...Array.from({ length: webhooks }, () => step('stranger', { at, custom_data: String(turn) })),
    step('wait', { ms: lifeMs }),
    ...dying.map((one) => step('kill', { at: one })),
    ...dying.map((one) => step('start', { at: one })),
  ];
}

function acknowledgedIn({ candidates, persons }: World): Acknowledged {
  const sent = candidates.flatMap(({ submissions }) => submissions);
  return {
    submissions: sent.filter(({ outcome }) => outcome === 'accepted').length,
    webhooks: persons.flatMap(({ accepted }) => accepted).length,
  };
}
