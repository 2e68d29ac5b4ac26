import { setTimeout as pause } from 'node:timers/promises';
import { createCandidate, openTab, readStatus, submit } from './candidates.ts';
import { dataFor } from './data.ts';
import { checkArrivedData, openIssues, type Issue } from './end-state.ts';
import { recover, startAgain } from './operator-steps.ts';
import type { ExploredProcess } from './processes.ts';
import { call } from './requests.ts';
import {
  causeOf,
  isTooOld,
  violated,
  violationOf,
  type Candidate,
  type Tab,
  type World,
} from './world.ts';

/**
 * The longest documented pause after a fault: 20 s, in which the proxy only polls after a send of
 * unknown outcome, and the polls around it.
 */
const SETTLES_WITHIN_MS = 30_000;
/** After failures of the whole service, the proxy calls it again after at most a minute. */
const RECOVERS_WITHIN_MS = 75_000;
/** The work itself, of any step. */
const WORK_MS = 15_000;
/** Longer than the longest pause between two polls. */
const QUIET_MS = 1_600;
const CHECK_EVERY_MS = 100;
/** A check counts for at most this much: a busy machine is no violation. */
const LONG_CHECK_MS = 150;

/** Ends all faults and checks that the proxy settles, and that what it settles on is right. */
export async function settle(world: World): Promise<void> {
  await endFaults(world);
  await Promise.all(world.background.splice(0));
  if (world.violations.length > 0) return;
  /** The page in which each candidate looks at the end. */
  const observers = new Map<Candidate, Tab>();
  await waitUntilSettled(world, SETTLES_WITHIN_MS, () => openIssues(world, observers));
  for (const candidate of world.candidates) checkArrivedData(world, candidate);
  if (world.violations.length > 0) return;
  await Promise.all([
    checkQuiet(world, [...observers.values()]),
    ...world.processes.map((process) => checkNewForm(world, process)),
  ]);
  await checkRevoked(world);
  checkLogs(world);
}

async function endFaults(world: World): Promise<void> {
  await recover(world);
  for (const { form } of world.candidates) if (form.listing === 'backwards') form.listing = 'plain';
  for (const process of world.processes) {
    if (process.state === 'frozen') process.thaw();
    await process.setClock(world.passedMs);
  }
  for (const process of world.processes) {
    if (isTooOld(world, process) && process.state === 'up') await checkNotReady(world, process);
    const isRight = !isTooOld(world, process) && Object.keys(process.changed).length === 0;
    if (process.state === 'up' && isRight) continue;
    await process.stop();
    process.changed = {};
    process.checkout = world.isUpgraded ? (world.newer ?? process.checkout) : process.checkout;
    await startAgain(world, process);
  }
}

async function checkNotReady(world: World, process: ExploredProcess): Promise<void> {
  const check = 'an older version is not ready for the database of a newer one';
  const expected = `process ${process.name} is not ready`;
  await waitUntilSettled(world, 0, async () => {
    const reply = await call(world, process, { path: '/readyz', as: 'service' });
    const isReady = reply === undefined || reply.status === 200;
    return isReady ? [{ check, expected, seen: reply?.text ?? 'no response' }] : [];
  });
}

/** Repeats `check` until it finds nothing; what it finds after the longest time is a violation. */
async function waitUntilSettled(
  world: World,
  usualMs: number,
  check: () => Promise<Issue[]>,
): Promise<void> {
  const withinMs = world.excuses.has('the service failed') ? RECOVERS_WITHIN_MS : usualMs;
  let left = withinMs + WORK_MS;
  for (;;) {
    const began = performance.now();
    const [first] = await check();
    if (first === undefined || world.violations.length > 0) return;
    if (left < 0) {
      const expected = `${first.expected}, soon after the last fault`;
      return violated(world, first.check, { kind: causeOf(world), expected, seen: first.seen });
    }
    await pause(CHECK_EVERY_MS);
    left -= Math.min(performance.now() - began, LONG_CHECK_MS);
  }
}

/** Nothing goes on changing; new candidates do not count. */
async function checkQuiet(world: World, observers: readonly Tab[]): Promise<void> {
  const known = world.candidates.length;
  const state = async (): Promise<string[]> => {
    const snapshots = [];
    for (const tab of observers)
      for (const process of world.processes) snapshots.push(await readStatus(world, process, tab));
    const revisions = snapshots.map((one) => `${one?.state} ${one?.revision}`);
    const others = world.candidates.slice(known);
    const isKnown = (text: string) => !others.some(({ form }) => text.includes(form.form_id));
    // An event that the back end did not accept may wait for an hour.
    const received = world.faults.has('backEnd') ? [] : world.backEnd.received;
    const events = received.filter(({ text }) => isKnown(text));
    const { size } = new Set(events.map(({ id }) => id));
    const posts = world.candidates.slice(0, known).map(({ form }) => form.posts.length);
    return [`snapshots ${revisions.join(', ')}`, `${size} events`, `posts ${posts.join(', ')}`];
  };
  let before = await state();
  let changes: string[] = [];
  // One last change may still have been on its way: what goes on changing changes again.
  for (let round = 0; round < 2; round++) {
    await pause(QUIET_MS);
    const after = await state();
    changes = after.filter((line, index) => line !== before[index]);
    if (changes.length === 0) return;
    before = after;
  }
  violated(world, 'settled forms do not change', {
    expected: `nothing changes any more: ${before.join('; ')}`,
    seen: changes.join('; '),
  });
}

/** Each process refuses each revoked session, and has ended its streams. */
async function checkRevoked(world: World): Promise<void> {
  for (const tab of world.candidates.flatMap(({ tabs }) => tabs)) {
    if (!tab.isRevoked) continue;
    for (const process of world.processes) await readStatus(world, process, tab);
    if (tab.stream?.isOpen)
      violated(world, 'a revoked session stays revoked', {
        expected: `the stream of ${tab.name} has ended`,
        seen: 'it is still open',
      });
  }
}

/** Another candidate can open, fill in, and submit a form at each process. */
async function checkNewForm(world: World, process: ExploredProcess): Promise<void> {
  const schema = {
    type: 'object' as const,
    properties: { full_name: { type: 'string' } },
    required: ['full_name'],
  };
  const isForm = process.channel !== 'handoff';
  const entered = { numbers: ['0'], large: undefined, isBrief: true };
  let candidate: Candidate | undefined;
  let tab: Tab | undefined;
  await waitUntilSettled(world, 0, async () => {
    candidate ??= await createCandidate(world, process, { schema, setting: '1' });
    if (candidate) tab ??= await openTab(world, process, candidate);
    if (candidate && tab && isForm && candidate.form.status !== 'SUBMITTED')
      await submit(world, { process, tab }, dataFor(schema, entered, candidate.marker), tab.key);
    const isDone = tab !== undefined && (!isForm || candidate?.form.status === 'SUBMITTED');
    const check = 'new candidates can submit';
    const expected = `a new candidate at process ${process.name} opens a form and submits it`;
    const issue = { check, expected, seen: world.lastError };
    return isDone || !violationOf(world, check, { kind: causeOf(world), ...issue }) ? [] : [issue];
  });
}

/** No process ended by itself, and no log shows what a candidate entered. */
function checkLogs(world: World): void {
  for (const { name, log, failure } of world.processes) {
    if (failure !== undefined)
      violated(world, 'a process runs until it is stopped', { expected: name, seen: failure });
    const shown = world.candidates.find(({ marker }) => log.includes(marker));
    if (shown)
      violated(world, 'no log shows data', {
        expected: `the log of process ${name} without the data of ${shown.name}`,
        seen: '',
      });
  }
}
