import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExploredProcess } from './processes.ts';
import { always, anyProcess, AT, runningProcess, stepKind, type AnyStepKind } from './step.ts';
import { rotatedSecrets } from './settings.ts';
import { isTooOld, violated, type World } from './world.ts';

const HOUR_MS = 3_600_000;
/** Data that cannot be delivered is given up after 36 hours. */
const LONGEST_OUTAGE_MS = 30 * HOUR_MS;

/** How an operator changes one process after the other. */
const CHANGES = {
  'with the same settings': () => undefined,
  'by a newer version'(process, { newer }) {
    process.checkout = newer ?? process.checkout;
  },
  'with the next step of rotating its secrets'(process, { processes }) {
    // A step begins when every process has the last one.
    const lowest = Math.min(...processes.map(({ rotation }) => rotation));
    if (process.rotation === lowest && lowest < 2) process.rotation += 1;
    Object.assign(process.env, rotatedSecrets(process.rotation));
  },
  'with a RELAY_URL whose name does not resolve'(process, world) {
    process.changed['RELAY_URL'] = 'http://nowhere.invalid/events';
    world.faults.add('backEnd');
  },
  'with a RELAY_URL that fails in TLS'(process, { backEnd, faults }) {
    process.changed['RELAY_URL'] = `${backEnd.url.replace('http:', 'https:')}/events`;
    faults.add('backEnd');
  },
  'with another SUBMISSION_CHANNEL'(process) {
    process.changed['SUBMISSION_CHANNEL'] = process.channel === 'form' ? 'handoff' : 'form';
  },
} as const satisfies Record<string, (process: ExploredProcess, world: World) => void>;
type Change = keyof typeof CHANGES;

/** What operators do, and time that passes. */
export const OPERATOR_STEPS: Readonly<Record<string, AnyStepKind>> = {
  start: stepKind({
    weight: 4,
    choices: fc.record(AT),
    find(world, choice) {
      const process = anyProcess(world, choice);
      return process.state === 'down' && world.database.state === 'up' ? process : undefined;
    },
    words: (_, { name }) => `process ${name} starts again`,
    run: (world, _, process) => startAgain(world, process),
  }),

  replace: stepKind({
    weight: 3,
    choices: fc.record({ ...AT, change: fc.constantFrom(...(Object.keys(CHANGES) as Change[])) }),
    find: (world, choice) =>
      world.database.state === 'up' ? runningProcess(world, choice) : undefined,
    words: ({ change }, { name }) => `process ${name} is replaced ${change}`,
    async run(world, { change }, process) {
      world.excuses.add('a process was disturbed');
      await process.stop();
      CHANGES[change](process, world);
      if (process.checkout === world.newer) world.isUpgraded = true;
      await startAgain(world, process);
    },
  }),

  outage: stepKind({
    weight: 2,
    choices: fc.record({ hours: fc.constantFrom(0.1, 1, 26) }),
    find: (world, { hours }) =>
      world.database.state === 'up' && world.passedMs + hours * HOUR_MS <= LONGEST_OUTAGE_MS
        ? world
        : undefined,
    words: ({ hours }) => `all processes are off for ${hours} hours`,
    async run(world, { hours }) {
      world.excuses.add('a process was disturbed').add('a clock stepped far');
      const stopped = world.processes.filter(({ state }) => state === 'up');
      await Promise.all(stopped.map((one) => one.stop()));
      world.passedMs += hours * HOUR_MS;
      await world.database.setClock(world.passedMs);
      for (const one of world.processes) one.clockMs += hours * HOUR_MS;
      // Polls for a result become rarer.
      for (const person of world.persons) person.mustBeFound = false;
      await Promise.all(stopped.map((one) => startAgain(world, one)));
    },
  }),

  thaw: stepKind({
    weight: 3,
    choices: fc.record(AT),
    find(world, choice) {
      const process = anyProcess(world, choice);
      return process.state === 'frozen' ? process : undefined;
    },
    words: (_, { name }) => `process ${name} goes on (SIGCONT)`,
    run: (_world, _, process) => process.thaw(),
  }),

  recover: stepKind({
    weight: 2,
    choices: fc.constant({}),
    find: always,
    words: () => 'the service, the database, and the back end recover',
    run: recover,
  }),

  wait: stepKind({
    weight: 4,
    choices: fc.record({ ms: fc.constantFrom(100, 700, 2_500) }),
    find: always,
    words: ({ ms }) => `${ms} ms pass`,
    run: (_world, { ms }) => pause(ms),
  }),
};

/** Ends the faults around the processes. */
export async function recover({ service, backEnd, database, processes }: World): Promise<void> {
  await database.change('up');
  for (const one of processes) if (one.isDiskFull) one.setDiskFull(false);
  for (const fault of service.faults) if (fault.times !== Infinity) service.faults.delete(fault);
  backEnd.mood = 200;
}

/** A process of the older version refuses the database of a newer one: the operator replaces it, too. */
export async function startAgain(world: World, process: ExploredProcess): Promise<void> {
  const isOld = isTooOld(world, process);
  const hasStarted = await process.start();
  if (isOld) {
    if (hasStarted)
      violated(world, 'an older version leaves the database of a newer one alone', {
        expected: `process ${process.name} does not start`,
        seen: 'it is ready',
      });
    await process.kill();
    process.checkout = world.newer ?? process.checkout;
  } else if (!hasStarted)
    violated(world, 'a process starts', {
      expected: `process ${process.name} starts`,
      seen: process.log.slice(-1_000),
    });
}
