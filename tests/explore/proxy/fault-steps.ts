import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import { FAULT_KINDS, SCOPES, type Scope } from './service-faults.ts';
import type { BackEnd } from './back-end.ts';
import { readStatus } from './candidates.ts';
import { AT, WHO, candidateName, stepKind, type StepKind } from './step.ts';
import { processAt, rotatedSecrets, violated, type World } from './world.ts';

const isUp = (world: World, { at }: { at: number }) => processAt(world, at).state === 'up';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** Beyond this, sessions end and confirmations are late. */
const FAR_MS = 10 * 60 * SECOND;
const CLOCK_STEPS = [2, 30, 90, 3_600, 24 * 3_600, 30 * 3_600].map((seconds) => seconds * SECOND);

/** What goes wrong around and in the processes. */
export const FAULT_STEPS: Readonly<Record<string, StepKind<unknown>>> = {
  clock: stepKind({
    weight: 6,
    choices: fc.record({
      at: fc.option(AT.at, { nil: undefined }),
      ms: fc.constantFrom(...CLOCK_STEPS, ...CLOCK_STEPS.map((ms) => -ms), 0),
    }),
    words: ({ at, ms }, processName) =>
      `the clock of ${at === undefined ? 'every process' : processName(at)} is now ${inWords(ms)}`,
    async run(world, { at, ms }) {
      const stepped = at === undefined ? world.processes : [processAt(world, at)];
      const far = Math.max(...stepped.map(({ clockMs }) => Math.abs(clockMs - ms)));
      if (far >= FAR_MS) world.excuses.add('a clock stepped far');
      for (const process of stepped) await process.setClock(ms);
    },
  }),

  kill: stepKind({
    weight: 2,
    choices: fc.record(AT),
    words: (choice, processName) => `${processName(choice.at)} is killed (SIGKILL)`,
    isPossible: isUp,
    async run(world, { at }) {
      world.excuses.add('a process was disturbed');
      await processAt(world, at).kill();
    },
  }),

  stop: stepKind({
    weight: 3,
    choices: fc.record({ ...AT, requests: fc.nat(8) }),
    words: (choice, processName) =>
      `${processName(choice.at)} is stopped (SIGTERM) while pages send ${choice.requests} requests`,
    isPossible: isUp,
    async run(world, { at, requests }) {
      const process = processAt(world, at);
      world.excuses.add('a process was disturbed');
      const pages = world.candidates.flatMap((candidate) =>
        (candidate?.tabs ?? []).flatMap((tab) => (candidate && tab ? [{ candidate, tab }] : [])),
      );
      const ended = process.stop();
      for (let sent = 0; sent < requests && pages.length > 0; sent++) {
        const { candidate, tab } = pages[sent % pages.length] ?? {};
        if (candidate && tab) world.background.push(readStatus(world, process, candidate, tab));
        await pause(20);
      }
      await ended;
    },
  }),

  start: stepKind({
    weight: 4,
    choices: fc.record({ ...AT, isNextRotation: fc.boolean() }),
    words: (choice, processName) =>
      `${processName(choice.at)} starts again${choice.isNextRotation ? ' with the next step of rotating its secrets' : ''}`,
    isPossible: (world, { at }) =>
      processAt(world, at).state === 'down' && world.database.state === 'up',
    async run(world, { at, isNextRotation }) {
      const process = processAt(world, at);
      const lowest = Math.min(...world.processes.map(({ rotation }) => rotation));
      // A step begins when every process has the last one.
      if (isNextRotation && process.rotation === lowest && lowest < 2) {
        process.rotation += 1;
        Object.assign(process.env, rotatedSecrets(process.rotation));
      }
      const isTooOld = world.isUpgraded && process.checkout !== world.newer;
      const hasStarted = await process.start();
      if (isTooOld) {
        if (hasStarted)
          violated(world, 'an older version leaves the database of a newer one alone', {
            expected: `${process.name} does not start`,
            seen: 'it is ready',
          });
        // The operator takes the newer version, too.
        await process.kill();
        process.checkout = world.newer ?? process.checkout;
      } else if (!hasStarted)
        violated(world, 'a process starts', {
          expected: `${process.name} starts`,
          seen: process.log.slice(-1_000),
        });
    },
  }),

  upgrade: stepKind({
    weight: 1,
    choices: fc.record(AT),
    words: (choice, processName) => `${processName(choice.at)} is replaced by a newer version`,
    isPossible: (world, choice) => isUp(world, choice) && world.database.state === 'up',
    async run(world, { at }) {
      const process = processAt(world, at);
      if (world.newer === undefined) return;
      world.excuses.add('a process was disturbed');
      await process.stop();
      process.checkout = world.newer;
      world.isUpgraded = true;
      if (!(await process.start()))
        violated(world, 'a newer version starts', {
          expected: `${process.name} starts`,
          seen: process.log.slice(-1_000),
        });
    },
  }),

  freeze: stepKind({
    weight: 2,
    choices: fc.record(AT),
    words: (choice, processName) => `${processName(choice.at)} is suspended (SIGSTOP)`,
    isPossible: isUp,
    async run(world, { at }) {
      world.excuses.add('a process was disturbed');
      processAt(world, at).freeze();
    },
  }),

  thaw: stepKind({
    weight: 3,
    choices: fc.record(AT),
    words: (choice, processName) => `${processName(choice.at)} goes on (SIGCONT)`,
    isPossible: (world, { at }) => processAt(world, at).state === 'frozen',
    run: async (world, { at }) => processAt(world, at).thaw(),
  }),

  database: stepKind({
    weight: 2,
    choices: fc.record({ to: fc.constantFrom('down', 'frozen', 'read-only', 'up') }),
    words: (choice) => `the database is ${choice.to}`,
    isPossible: (world, { to }) =>
      world.settings.engine === 'postgres' && to !== world.database.state,
    async run(world, { to }) {
      if (await world.database.change(to)) world.excuses.add('the database failed');
    },
  }),

  service: stepKind({
    weight: 4,
    choices: fc.record({
      scope: fc.constantFrom(...(Object.keys(SCOPES) as Scope[])),
      kind: fc.constantFrom(...FAULT_KINDS),
      effect: fc.constantFrom('none', 'applied'),
      ms: fc.constantFrom(200, 1_000, 4_000),
      times: fc.constantFrom(1, 3, 1_000),
    }),
    words: ({ scope, kind, effect, ms, times }) =>
      `the service’s ${scope} answer “${kind}”${kind === 'slow' ? ` (${ms} ms)` : effect === 'applied' ? ' after the effect' : ''}, ${times === 1_000 ? 'until it recovers' : `${times} times`}`,
    async run(world, { scope, kind, effect, ms, times }) {
      // A service that is a little slow is no excuse.
      if (kind !== 'slow') world.excuses.add('the service failed');
      else if (ms > 200) world.excuses.add('the service was slow');
      world.service.faults.add({ matches: SCOPES[scope], kind, effect, ms, times });
    },
  }),

  broken: stepKind({
    weight: 2,
    choices: fc.record(WHO),
    words: (choice) => `from now on, the service answers 500 for ${candidateName(choice.who)}`,
    isPossible: (world, { who }) => world.candidates[who] !== undefined,
    async run(world, { who }) {
      const candidate = world.candidates[who];
      if (candidate === undefined) return;
      candidate.isBroken = true;
      const matches = new RegExp(candidate.form.person_id);
      const fault = { matches, kind: '500', effect: 'none', ms: 0, times: Infinity } as const;
      world.service.faults.add({ ...fault });
    },
  }),

  listing: stepKind({
    weight: 3,
    choices: fc.record({
      ...WHO,
      listing: fc.constantFrom('reordered', 'doubled', 'long', 'backwards'),
    }),
    words: (choice) =>
      `the service lists the record of ${candidateName(choice.who)} ${choice.listing}`,
    isPossible: (world, { who }) => world.candidates[who] !== undefined,
    async run(world, { who, listing }) {
      const form = world.candidates[who]?.form;
      if (form) form.listing = listing;
    },
  }),

  backEnd: stepKind({
    weight: 2,
    choices: fc.record({ mood: fc.constantFrom<BackEnd['mood']>(500, 400, 410, 302, 'slow', 200) }),
    words: (choice) => `the back end answers ${choice.mood}`,
    async run(world, { mood }) {
      world.backEnd.mood = mood;
    },
  }),

  recover: stepKind({
    weight: 2,
    choices: fc.constant({}),
    words: () => 'the service and the back end recover',
    async run(world) {
      for (const fault of world.service.faults)
        if (fault.times !== Infinity) world.service.faults.delete(fault);
      world.backEnd.mood = 200;
    },
  }),

  wait: stepKind({
    weight: 4,
    choices: fc.record({ ms: fc.constantFrom(100, 700, 2_500) }),
    words: (choice) => `${choice.ms} ms pass`,
    run: (_world, { ms }) => pause(ms),
  }),
};

function inWords(ms: number): string {
  if (ms === 0) return 'right';
  const amount = Math.abs(ms) < HOUR ? `${Math.abs(ms) / SECOND} s` : `${Math.abs(ms) / HOUR} h`;
  return `${amount} ${ms > 0 ? 'ahead' : 'behind'}`;
}
