import { setTimeout as pause } from 'node:timers/promises';
import type { Snapshot } from 'precandidate-contract';
import { createCandidate, openTab, readStatus, submit } from './candidates.ts';
import { dataFor } from './data.ts';
import { exactMember } from './exact-json.ts';
import type { ExploredProcess } from './processes.ts';
import { call } from './requests.ts';
import {
  slowestPace,
  violated,
  violationOf,
  type Candidate,
  type Submission,
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
/** The work itself, of any step, on a quiet machine. */
const WORK_MS = 5_000;
/** A second send of unknown outcome makes the proxy wait this long at most before the third. */
const LONGEST_PAUSE_MS = 11 * 60_000;
/** Longer than the longest pause between two polls. */
const QUIET_MS = 2_600;
const CHECK_EVERY_MS = 250;

/** Ends all faults and checks that the proxy settles, and that what it settles on is right. */
export async function settle(world: World): Promise<void> {
  await endFaults(world);
  await Promise.all(world.background.splice(0));
  if (world.violations.length > 0) return;
  const observers = new Map<Candidate, Tab>();
  await waitUntilSettled(world, SETTLES_WITHIN_MS, () => openIssues(world, observers));
  for (const candidate of world.candidates) if (candidate) checkArrivedData(world, candidate);
  if (world.violations.length > 0) return;
  await checkQuiet(world, observers);
  await checkRevoked(world);
  for (const process of world.processes)
    if (world.violations.length === 0) await checkNewForm(world, process);
  checkLogs(world);
}

async function endFaults(world: World): Promise<void> {
  await world.database.change('up');
  for (const one of world.processes) if (one.state === 'frozen') one.thaw();
  for (const one of world.processes) await one.setClock(0);
  for (const fault of world.service.faults)
    if (fault.times !== Infinity) world.service.faults.delete(fault);
  for (const candidate of world.candidates)
    if (candidate?.form.listing === 'backwards') candidate.form.listing = 'plain';
  world.backEnd.mood = 200;
  if (world.isUpgraded) await replaceOlder(world);
  for (const one of world.processes)
    if (one.state === 'down' && !(await one.start()))
      violated(world, 'a process starts', {
        expected: `${one.name} starts`,
        seen: one.log.slice(-1_000),
      });
}

/** Processes of the older version are not ready, and an operator replaces them. */
async function replaceOlder(world: World): Promise<void> {
  for (const process of world.processes) {
    if (world.newer === undefined || process.checkout === world.newer) continue;
    if (process.state === 'up') {
      const check = 'an older version is not ready for the database of a newer one';
      const expected = `${process.name} is not ready`;
      await waitUntilSettled(world, 0, async () => {
        const reply = await call(world, process, { path: '/readyz', as: 'service' });
        const isReady = reply === undefined || reply.status === 200;
        return isReady ? [{ check, expected, seen: reply?.text ?? 'no response' }] : [];
      });
      await process.stop();
    }
    process.checkout = world.newer;
  }
}

/** Repeats `check` until it finds nothing; what it finds after the longest time is a violation. */
async function waitUntilSettled(
  world: World,
  usualMs: number,
  check: () => Promise<Issue[]>,
): Promise<void> {
  const withinMs = world.excuses.has('the service failed') ? RECOVERS_WITHIN_MS : usualMs;
  const began = performance.now();
  for (;;) {
    const [first] = await check();
    if (first === undefined || world.violations.length > 0) return;
    const passedMs = performance.now() - began;
    if (passedMs > withinMs + WORK_MS * slowestPace(world).clock) {
      const after = `${Math.round(passedMs / 1_000)} s after the last fault`;
      return violated(world, first.check, {
        expected: `${first.expected}, ${after}`,
        seen: first.seen,
      });
    }
    await pause(CHECK_EVERY_MS);
  }
}

/** What is not settled yet. */
async function openIssues(world: World, observers: Map<Candidate, Tab>): Promise<Issue[]> {
  const issues: Issue[] = [];
  const expect: Expect = (check, expected, seen) => {
    if (violationOf(world, check, { expected, seen })) issues.push({ check, expected, seen });
  };
  for (const candidate of world.candidates) {
    if (candidate === undefined) continue;
    if (!candidate.isBroken) await checkForm(world, { candidate, observers, expect });
  }
  checkPersons(world, expect);
  checkEvents(world);
  return issues;
}

/** Something that is not settled yet. */
interface Issue {
  check: string;
  expected: string;
  seen: string;
}
type Expect = (check: string, expected: string, seen: string) => void;

/** Nothing reaches the service that the candidate did not submit. */
function checkArrivedData(world: World, { name, form, submissions }: Candidate): void {
  for (const { exact: arrived } of form.posts)
    if (!submissions.some((one) => one.exact === arrived))
      violated(world, 'data arrives exactly', {
        kind: isAlikeToOne(arrived, submissions) ? 'digits' : 'members',
        expected: `the service gets what ${name} submitted: ${submissions.map((one) => short(one.exact)).join(' or ')}`,
        seen: short(arrived),
      });
  const keys = form.posts.map(({ key }) => key);
  const repeated = form.posts.filter(({ key }, index) => keys.indexOf(key) < index);
  const wasAnswered = form.posts[0]?.wasAnswered === true;
  if (repeated.length > 0 && wasAnswered && !isDisturbed(world))
    violated(world, 'a submission is sent once', {
      expected: `one post of the submission of ${name}, because the first one was answered`,
      seen: `${repeated.length + 1} posts with the same key`,
    });
}

/** Whether only numbers differ from one of the submissions. */
function isAlikeToOne(arrived: string, submissions: readonly Submission[]): boolean {
  const withoutNumbers = (exactText: string) => exactText.replaceAll(/:-?\d+(e-?\d+)?/g, ':0');
  return submissions.some((one) => withoutNumbers(one.exact) === withoutNumbers(arrived));
}

/** What interrupts no work. */
const CALM = new Set(['a clock stepped far', 'the service was slow']);

/** Whether something interrupted the work. */
function isDisturbed({ excuses }: World): boolean {
  return [...excuses].some((excuse) => !CALM.has(excuse));
}

/** Every process shows where the form stands, and the back end knows. */
async function checkForm(
  world: World,
  {
    candidate,
    observers,
    expect,
  }: { candidate: Candidate; observers: Map<Candidate, Tab>; expect: Expect },
): Promise<void> {
  const { name, form, submissions } = candidate;
  const [first] = world.processes;
  if (first === undefined) return;
  const tab = observers.get(candidate) ?? (await openTab(world, first, candidate));
  if (tab === undefined)
    return expect('forms open', `${name} opens the form again`, world.lastError);
  observers.set(candidate, tab);
  const isAccepted = submissions.some(({ outcome }) => outcome === 'accepted');
  if (form.status !== 'SUBMITTED') {
    if (isAccepted && !(await isListed(world, candidate)))
      expect(
        'accepted data arrives',
        `the accepted data of ${name} is at the service`,
        'it is not',
      );
    return;
  }
  for (const process of world.processes) {
    const snapshot = await readStatus(world, process, candidate, tab);
    if (snapshot?.state !== 'submitted')
      expect(
        'the status follows the service',
        `${process.name} says that the form of ${name} is submitted`,
        JSON.stringify(snapshot),
      );
  }
  const events = eventsAbout(world, form.form_id, 'precandidate.submitted');
  if (events.size !== 1)
    expect(
      'each submission has its event',
      `one precandidate.submitted about ${name}`,
      `${events.size}`,
    );
}

function eventsAbout({ backEnd }: World, form_id: string, type: string): Set<string> {
  const matching = backEnd.received.filter(({ event }) => {
    const { precandidate_id } = event.data as { precandidate_id?: string };
    return event.type === type && precandidate_id === form_id;
  });
  return new Set(matching.map(({ id }) => id));
}

/** Data that waits for a documented pause, after sends that were disturbed. */
async function isListed(world: World, { form }: Candidate): Promise<boolean> {
  const mayWait = isDisturbed(world) || form.posts.some(({ wasAnswered }) => !wasAnswered);
  const [first] = world.processes;
  if (!mayWait || first === undefined) return false;
  const reply = await call(world, first, { path: '/submissions', as: 'back end' });
  const pending = (reply?.json['submissions'] ?? []) as {
    precandidate_id: string;
    has_data: boolean;
    next_at: string | null;
  }[];
  const one = pending.find(({ precandidate_id }) => precandidate_id === form.form_id);
  if (one?.has_data !== true || one.next_at === null) return false;
  const waitMs = Date.parse(one.next_at) - Date.now();
  // Soon: it is tried again before the time is over.
  return waitMs > SETTLES_WITHIN_MS && waitMs < LONGEST_PAUSE_MS;
}

function checkPersons(world: World, expect: Expect): void {
  world.persons.forEach(({ person_id, webhooks, mustBeFound }, index) => {
    const name = `person ${index + 1}`;
    const completed = world.backEnd.received.filter(
      ({ event }) => event.type === 'person.completed' && event.data?.id === person_id,
    );
    const has = (status: string) =>
      completed.some(
        ({ event }) => event.type === 'person.completed' && event.data.status === status,
      );
    for (const { status } of webhooks)
      if (!has(status))
        expect(
          'each webhook is relayed',
          `person.completed: ${name} is ${status}`,
          `${completed.length} others`,
        );
    const { status = '', creation = '{}' } = world.service.persons.get(person_id) ?? {};
    if (mustBeFound && !has(status))
      expect(
        'each completion is relayed',
        `person.completed: ${name} is ${status}`,
        `${completed.length} others`,
      );
    for (const { text } of completed) {
      const given = exactMember(creation, 'custom_data');
      const data = /"data":(.*)\}$/s.exec(text)?.[1] ?? '{}';
      if (exactMember(data, 'custom_data') !== given)
        violated(world, 'relayed data keeps every digit', {
          kind: 'event',
          expected: `custom_data ${given} of ${name}`,
          seen: text,
        });
    }
  });
}

/** No event is unsigned or contradicts what happened. */
function checkEvents(world: World): void {
  const { backEnd, excuses, candidates } = world;
  if (backEnd.unsigned.length > 0)
    violated(world, 'every event is signed', {
      expected: 'a valid signature',
      seen: backEnd.unsigned.join(', '),
    });
  for (const { event, text } of backEnd.received) {
    if (event.type !== 'precandidate.submission_failed') continue;
    const { precandidate_id, reason } = event.data;
    const one = candidates.find((each) => each?.form.form_id === precandidate_id);
    const isExcused = reason === 'unconfirmed' && excuses.size > 0;
    if (!isExcused && !one?.isBroken)
      violated(world, 'no event contradicts what happened', {
        expected: `no ${reason} submission: the service takes all data, and confirms it at once`,
        seen: text,
      });
  }
}

/** Nothing goes on changing. */
async function checkQuiet(world: World, observers: Map<Candidate, Tab>): Promise<void> {
  const state = async (): Promise<string[]> => {
    const snapshots = [];
    for (const [candidate, tab] of observers)
      for (const process of world.processes)
        snapshots.push(await readStatus(world, process, candidate, tab));
    const revisions = snapshots.map(
      (one: Snapshot | undefined) => `${one?.state} ${one?.revision}`,
    );
    const events = new Set(world.backEnd.received.map(({ id }) => id)).size;
    const posts = [...world.service.forms.values()].map((form) => form.posts.length);
    return [`snapshots ${revisions.join(', ')}`, `${events} events`, `posts ${posts.join(', ')}`];
  };
  const before = await state();
  await pause(QUIET_MS);
  const after = await state();
  const changes = after.filter((line, index) => line !== before[index]);
  // One last change may still have been on its way: what goes on changing changes again.
  if (changes.length === 0) return;
  await pause(QUIET_MS);
  const later = await state();
  const again = later.filter((line, index) => line !== after[index]);
  if (again.length > 0)
    violated(world, 'settled forms do not change', {
      expected: `nothing changes any more: ${after.join('; ')}`,
      seen: again.join('; '),
    });
}

/** Each process refuses each revoked session, and has ended its streams. */
async function checkRevoked(world: World): Promise<void> {
  for (const candidate of world.candidates)
    for (const tab of candidate?.tabs ?? []) {
      if (candidate === undefined || tab?.state !== 'revoked') continue;
      for (const process of world.processes) await readStatus(world, process, candidate, tab);
      if (tab.stream?.isOpen)
        violated(world, 'a revoked session stays revoked', {
          expected: `the stream of ${candidate.name} has ended`,
          seen: 'it is still open',
        });
    }
}

/** Another candidate can open, fill in, and submit a form at each process. */
async function checkNewForm(world: World, at: ExploredProcess): Promise<void> {
  const schema = {
    type: 'object' as const,
    properties: { full_name: { type: 'string' } },
    required: ['full_name'],
  };
  const name = `a new candidate at ${at.name}`;
  let candidate: Candidate | undefined;
  let tab: Tab | undefined;
  await waitUntilSettled(world, 0, async () => {
    candidate ??= await createCandidate(world, at, name, { schema, setting: '1' });
    if (candidate) tab ??= await openTab(world, at, candidate);
    const isForm = at.env['SUBMISSION_CHANNEL'] !== 'handoff';
    if (candidate && tab && isForm && candidate.form.status !== 'SUBMITTED') {
      const text = dataFor(
        schema,
        { numbers: ['0'], large: undefined, isBrief: true },
        candidate.marker,
      );
      await submit(world, at, candidate, { tab, text, key: tab.key });
    }
    const isDone = tab !== undefined && (!isForm || candidate?.form.status === 'SUBMITTED');
    const check = 'new candidates can submit';
    const seen = { expected: `${name} opens a form and submits it`, seen: world.lastError };
    return isDone || !violationOf(world, check, seen) ? [] : [{ check, ...seen }];
  });
}

/** No process ended by itself, and no log shows what a candidate entered. */
function checkLogs(world: World): void {
  for (const { name, log, failure } of world.processes) {
    if (failure !== undefined)
      violated(world, 'a process runs until it is stopped', { expected: name, seen: failure });
    const shown = world.candidates.find((one) => one && log.includes(one.marker));
    if (shown)
      violated(world, 'no log shows data', {
        expected: `the log of ${name} without the data of ${shown.name}`,
        seen: '',
      });
  }
}

const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
