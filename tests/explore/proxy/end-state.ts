import { openTab, readStatus } from './candidates.ts';
import { exactMember } from './exact-json.ts';
import { call } from './requests.ts';
import {
  causeOf,
  violated,
  violationOf,
  type Candidate,
  type ExploredPerson,
  type Submission,
  type Tab,
  type World,
} from './world.ts';

/** Something that is not settled yet. */
export interface Issue {
  check: string;
  expected: string;
  seen: string;
}
type Expect = (check: string, expected: string, seen: string) => void;

const DAY_MS = 24 * 3_600_000;
/** Data that waits for less is tried again before the proxy has to have settled. */
const SHORTEST_PAUSE_MS = 30_000;
/** Data that the service took, but whose status does not follow, is sent again after 15 minutes. */
const LONGEST_PAUSE_MS = 16 * 60_000;
/** The longest pause of an event that the back end has not accepted. */
const LONGEST_EVENT_PAUSE_MS = 60 * 60_000;

/** What is not settled yet. */
export async function openIssues(world: World, observers: Map<Candidate, Tab>): Promise<Issue[]> {
  const issues: Issue[] = [];
  const expect: Expect = (check, expected, seen) => {
    if (violationOf(world, check, { kind: causeOf(world), expected, seen }))
      issues.push({ check, expected, seen });
  };
  for (const candidate of world.candidates)
    if (candidate.erasure === 'erased') await checkErased(world, candidate, expect);
    else if (candidate.erasure === 'none' && !candidate.isBroken)
      await checkForm(world, candidate, { observers, expect });
  for (const person of world.persons) await checkPerson(world, person, expect);
  checkEvents(world);
  return issues;
}

/** Every process shows where the form stands, and the back end knows. */
async function checkForm(
  world: World,
  candidate: Candidate,
  { observers, expect }: { observers: Map<Candidate, Tab>; expect: Expect },
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
      expect('accepted data arrives', `the service has the accepted data of ${name}`, 'it has not');
    return;
  }
  if (!isWatched(world)) return;
  for (const process of world.processes) {
    const snapshot = await readStatus(world, process, tab);
    if (snapshot?.state !== 'submitted')
      expect(
        'the status follows the service',
        `process ${process.name} says that the form of ${name} is submitted`,
        JSON.stringify(snapshot),
      );
  }
  const events = world.backEnd.received.filter(
    ({ event }) =>
      event.type === 'precandidate.submitted' && event.data.precandidate_id === form.form_id,
  );
  const { size } = new Set(events.map(({ id }) => id));
  const type = 'precandidate.submitted';
  if (size > 1 || (size === 0 && !(await isEventListed(world, form.person_id, type))))
    expect('each submission has its event', `one precandidate.submitted about ${name}`, `${size}`);
}

/** Nothing about a person that was erased is there again. */
async function checkErased(world: World, candidate: Candidate, expect: Expect) {
  const { name, form, otherIds } = candidate;
  const ids = [form.person_id, ...otherIds];
  for (const process of world.processes)
    // An event that the back end did not accept may wait for an hour.
    for (const path of [
      '/submissions',
      `/deliveries${world.faults.has('backEnd') ? '?state=delivered' : ''}`,
    ]) {
      const reply = await call(world, process, { path, as: 'back end' });
      if (ids.some((id) => reply?.text.includes(id)))
        expect(
          'erased data stays erased',
          `${path} lists nothing about ${name}`,
          reply?.text ?? '',
        );
    }
}

/** What the proxy no longer watches, it may have forgotten. */
function isWatched({ passedMs, settings }: World): boolean {
  return passedMs < settings.keepDays * DAY_MS;
}

/** Data that waits for a documented pause, after sends that were disturbed. */
async function isListed(world: World, { form }: Candidate): Promise<boolean> {
  const mayWait = isDisturbed(world) || form.posts.some(({ wasAnswered }) => !wasAnswered);
  const isIt = (row: Waiting) => row.precandidate_id === form.form_id && row.has_data === true;
  return mayWait && (await isWaiting(world, '/submissions', isIt, LONGEST_PAUSE_MS));
}

/** An event of a person that waits for a documented pause, after sends that the back end did not accept. */
async function isEventListed(world: World, person_id: string, type = 'person.completed') {
  const isIt = (row: Waiting) => row.type === type && row.person_id === person_id;
  const path = '/deliveries?state=pending';
  return world.faults.has('backEnd') && isWaiting(world, path, isIt, LONGEST_EVENT_PAUSE_MS);
}

/** A row of a list for operators; each list has some of the members. */
type Waiting = { next_at: string | null } & Record<string, unknown>;

async function isWaiting(
  world: World,
  path: string,
  isIt: (row: Waiting) => boolean,
  longestMs: number,
): Promise<boolean> {
  const [first] = world.processes;
  const reply = first && (await call(world, first, { path, as: 'back end' }));
  const rows = (Object.values(reply?.json ?? {}).find(Array.isArray) ?? []) as Waiting[];
  return rows.some((row) => isIt(row) && row.next_at && isPause(world, row.next_at, longestMs));
}

function isPause(world: World, until: string, longestMs: number): boolean {
  const waitMs = Date.parse(until) - world.passedMs - Date.now();
  return waitMs > SHORTEST_PAUSE_MS && waitMs < longestMs;
}

/** Nothing reaches the service that the candidate did not submit. */
export function checkArrivedData(world: World, { name, form, submissions }: Candidate): void {
  for (const { exact: arrived } of form.posts)
    if (!submissions.some((one) => one.exact === arrived))
      violated(world, 'data arrives exactly', {
        kind: isAlikeToOne(arrived, submissions) ? 'digits' : 'members',
        expected: `the service gets what ${name} submitted: ${submissions.map((one) => short(one.exact)).join(' or ')}`,
        seen: short(arrived),
      });
  const keys = form.posts.map(({ key }) => key);
  const repeated = form.posts.filter(({ key }, index) => keys.indexOf(key) < index);
  if (repeated.length > 0 && form.posts[0]?.wasAnswered && !isDisturbed(world))
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

const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** What interrupts no work. */
const CALM = new Set(['a clock stepped far', 'the service was slow']);

/** Whether something interrupted the work. */
function isDisturbed({ excuses }: World): boolean {
  return [...excuses].some((excuse) => !CALM.has(excuse));
}

async function checkPerson(
  world: World,
  { name, person_id, accepted, mustBeFound }: ExploredPerson,
  expect: Expect,
): Promise<void> {
  const completed = world.backEnd.received.flatMap(({ event, text }) =>
    event.type === 'person.completed' && event.data?.id === person_id
      ? [{ status: event.data.status, text }]
      : [],
  );
  const { status: last = '', creation = '{}' } = world.service.persons.get(person_id) ?? {};
  const all = accepted.map((status) => ['each webhook is relayed', status]);
  if (mustBeFound && isWatched(world)) all.push(['each completion is relayed', last]);
  for (const [check = '', status = ''] of all)
    if (!completed.some((one) => one.status === status) && !(await isEventListed(world, person_id)))
      expect(check, `person.completed: ${name} is ${status}`, `${completed.length} others`);
  const given = exactMember(creation, 'custom_data');
  for (const { text } of completed) {
    const data = /"data":(.*)\}$/s.exec(text)?.[1] ?? '{}';
    if (exactMember(data, 'custom_data') !== given)
      violated(world, 'relayed data keeps every digit', {
        kind: 'event',
        expected: `custom_data ${given} of ${name}`,
        seen: text,
      });
  }
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
    const one = candidates.find(({ form }) => form.form_id === precandidate_id);
    const isExcused = reason === 'unconfirmed' && excuses.size > 0;
    if (!isExcused && !one?.isBroken)
      violated(world, 'no event contradicts what happened', {
        kind: reason,
        expected: `no ${reason} submission: the service takes all data, and confirms it at once`,
        seen: text,
      });
  }
}
