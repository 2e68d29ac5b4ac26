import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackEnd } from './back-end.ts';
import { readStatus } from './candidates.ts';
import { CAN_LIMIT_FILES } from './processes.ts';
import { FAULTS_OF_SCOPES, SCOPES, type Scope } from './service-faults.ts';
import { LISTINGS } from './service-forms.ts';
import {
  AT,
  always,
  runningProcess,
  someCandidate,
  stepKind,
  WHO,
  type AnyStepKind,
} from './step.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** Beyond this, sessions end and confirmations are late. */
const FAR_MS = 10 * 60 * SECOND;
const CLOCK_STEPS = [2, 30, 90, 3_600, 24 * 3_600, 30 * 3_600].map((seconds) => seconds * SECOND);

/** What goes wrong around and in the processes; `operator-steps.ts` has what puts it right. */
export const FAULT_STEPS: Readonly<Record<string, AnyStepKind>> = {
  clock: stepKind({
    weight: 6,
    choices: fc.record({
      at: fc.option(AT.at, { nil: undefined }),
      ms: fc.constantFrom(...CLOCK_STEPS, ...CLOCK_STEPS.map((ms) => -ms), 0),
    }),
    find: ({ processes }, { at }) =>
      at === undefined
        ? processes
        : processes.filter((_, index) => index === at % processes.length),
    words: ({ ms }, processes) =>
      `the clock of process ${processes.map(({ name }) => name).join(', ')} is now ${inWords(ms)}`,
    async run(world, { ms }, processes) {
      const rightMs = world.passedMs + ms;
      const far = Math.max(...processes.map(({ clockMs }) => Math.abs(clockMs - rightMs)));
      if (far >= FAR_MS) world.excuses.add('a clock stepped far');
      for (const process of processes) await process.setClock(rightMs);
    },
  }),

  kill: stepKind({
    weight: 2,
    choices: fc.record(AT),
    find: runningProcess,
    words: (_, { name }) => `process ${name} is killed (SIGKILL)`,
    run(world, _, process) {
      world.excuses.add('a process was disturbed');
      return process.kill();
    },
  }),

  stop: stepKind({
    weight: 3,
    choices: fc.record({ ...AT, requests: fc.nat(8) }),
    find: runningProcess,
    words: ({ requests }, { name }) =>
      `process ${name} is stopped (SIGTERM) while pages send ${requests} requests`,
    async run(world, { requests }, process) {
      world.excuses.add('a process was disturbed');
      const pages = world.candidates.flatMap(({ tabs }) => tabs);
      const ended = process.stop();
      for (let sent = 0; sent < requests; sent++) {
        const tab = pages[sent % pages.length];
        if (tab) world.background.push(readStatus(world, process, tab));
        await pause(20);
      }
      await ended;
    },
  }),

  freeze: stepKind({
    weight: 2,
    choices: fc.record(AT),
    find: runningProcess,
    words: (_, { name }) => `process ${name} is suspended (SIGSTOP)`,
    run(world, _, process) {
      world.excuses.add('a process was disturbed');
      process.freeze();
    },
  }),

  database: stepKind({
    weight: 2,
    choices: fc.record({ to: fc.constantFrom('down', 'frozen', 'read-only', 'full') }),
    find: ({ settings, database }) =>
      settings.engine === 'postgres' && database.state === 'up' ? database : undefined,
    words: ({ to }) => `the database is ${to}`,
    run(world, { to }, database) {
      world.excuses.add('the database failed');
      return database.change(to);
    },
  }),

  defaults: stepKind({
    weight: 2,
    choices: fc.constant({}),
    find: ({ settings, database }) =>
      settings.engine === 'postgres' && database.state === 'up' ? database : undefined,
    words: () => 'the database gets strict defaults, and its connections break',
    run(world, _, database) {
      world.excuses.add('the database failed');
      return database.setStrictDefaults();
    },
  }),

  log: stepKind({
    weight: 1,
    choices: fc.record(AT),
    find: runningProcess,
    words: (_, { name }) => `the reader of the log of process ${name} ends`,
    run: (_world, _, process) => process.endLog(),
  }),

  disk: stepKind({
    weight: 2,
    choices: fc.constant({}),
    find({ settings, processes: [process] }) {
      const canFill = settings.engine === 'sqlite' && CAN_LIMIT_FILES && process?.state === 'up';
      return canFill && !process.isDiskFull ? process : undefined;
    },
    words: (_, { name }) => `the disk of process ${name} is full`,
    run(world, _, process) {
      world.excuses.add('the database failed');
      process.setDiskFull(true);
    },
  }),

  service: stepKind({
    weight: 4,
    choices: fc.record({
      scope: fc.constantFrom(...(Object.keys(SCOPES) as Scope[])),
      kind: fc.constantFrom(...FAULTS_OF_SCOPES),
      effect: fc.constantFrom('none', 'applied'),
      ms: fc.constantFrom(200, 1_000, 4_000),
      times: fc.constantFrom(1, 3, 1_000),
    }),
    find: always,
    words: ({ scope, kind, effect, ms, times }) =>
      `the service’s ${scope} answer “${kind}”${kind === 'slow' ? ` (${ms} ms)` : effect === 'applied' ? ' after the effect' : ''}, ${times === 1_000 ? 'until it recovers' : `${times} times`}`,
    run(world, { scope, ...fault }) {
      // A service that is a little slow is no excuse.
      if (fault.kind !== 'slow') world.excuses.add('the service failed');
      else if (fault.ms > 200) world.excuses.add('the service was slow');
      world.service.faults.add({ matches: SCOPES[scope], ...fault });
    },
  }),

  broken: stepKind({
    weight: 2,
    choices: fc.record({ ...WHO, kind: fc.constantFrom('500', '429 for minutes') }),
    find: someCandidate,
    words: ({ kind }, { name }) => `from now on, the service answers ${kind} for ${name}`,
    run(world, { kind }, candidate) {
      candidate.isBroken = true;
      const matches = new RegExp(candidate.form.person_id);
      const fault = { matches, kind, effect: 'none', ms: 0, times: Infinity } as const;
      world.service.faults.add({ ...fault });
    },
  }),

  listing: stepKind({
    weight: 3,
    choices: fc.record({ ...WHO, listing: fc.constantFrom(...LISTINGS.slice(1)) }),
    find: someCandidate,
    words: ({ listing }, { name }) => `the service lists the record of ${name} ${listing}`,
    run(_world, { listing }, { form }) {
      form.listing = listing;
    },
  }),

  backEnd: stepKind({
    weight: 2,
    choices: fc.record({ mood: fc.constantFrom<BackEnd['mood']>(500, 400, 410, 302, 'slow') }),
    find: always,
    words: ({ mood }) => `the back end answers ${mood}`,
    run(world, { mood }) {
      world.backEnd.mood = mood;
    },
  }),
};

function inWords(ms: number): string {
  if (ms === 0) return 'right';
  const amount = Math.abs(ms) < HOUR ? `${Math.abs(ms) / SECOND} s` : `${Math.abs(ms) / HOUR} h`;
  return `${amount} ${ms > 0 ? 'ahead' : 'behind'}`;
}
