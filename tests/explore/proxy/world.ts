import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProblemKind } from 'precandidate-contract';
import { freePorts } from 'precandidate-testing/commands.ts';
import type { TestPostgres } from 'precandidate-testing/postgres.ts';
import type { Trace, Violation } from '../shared/explorer.ts';
import { startBackEnd, type BackEnd } from './back-end.ts';
import { openCaseDatabase, type CaseDatabase } from './databases.ts';
import { measurePace, type Pace } from './machine.ts';
import { ExploredProcess } from './processes.ts';
import { startService, type Service } from './service.ts';
import type { FormSchema, ServiceForm } from './service-forms.ts';
import { envOf, SECRETS, type CaseSettings } from './settings.ts';
import type { NewerVersion } from './versions.ts';

/** A step as data, for replay files. */
export interface Step {
  kind: string;
  choice: unknown;
}

export interface Candidate {
  name: string;
  /** Part of all that this candidate enters: no one else may see it. */
  marker: string;
  form: ServiceForm;
  tabs: Tab[];
  submissions: Submission[];
  /** The service fails for this record for good. */
  isBroken: boolean;
  /** Ids of persons whom the service has of them besides the form's, as the channel `person` creates. */
  otherIds: string[];
  /** Whether the proxy has been told to forget them, and whether they have opened the form since. */
  erasure: 'none' | 'erased' | 'reopened';
}

/** A form in a browser tab. */
export interface Tab {
  name: string;
  candidate: Candidate;
  token: string;
  schema: FormSchema;
  /** Names the schema in a submission. */
  schemaEtag: string | undefined;
  isRevoked: boolean | undefined;
  /** Of the last submission. */
  key: string;
  sent: string;
  stream: Stream | undefined;
}

interface Stream {
  isOpen: boolean;
  close(): void;
}

/** A submission, and what its candidate was told. `exact` keeps every digit. */
export interface Submission {
  exact: string;
  outcome: 'accepted' | 'refused' | 'unknown';
}

/** A person at the service, and the webhooks about them that the proxy accepted. */
export interface ExploredPerson {
  name: string;
  person_id: string;
  /** Whether the proxy polls for their result: it created them, and there was none yet. Later, it hardly does. */
  isPolled: boolean;
  /** The bodies of all webhooks so far. */
  sent: string[];
  /** The statuses in those that the proxy accepted. */
  accepted: string[];
  /** Whether a poll of the service alone has to find the last status. */
  mustBeFound: boolean;
}

/** How something that must always hold did not. */
export interface Observation {
  /** Tells violations of the same check apart, without names or values. */
  kind?: string;
  expected: string;
  seen: string;
}

/** Why a request may fail although nobody is to blame. */
export type Excuse =
  | 'the service failed'
  | 'the service was slow'
  | 'the database failed'
  | 'a process was disturbed'
  | 'a clock stepped far';

/** One case: real processes, the service, the back end, and what the explorer knows about them. */
export interface World {
  settings: CaseSettings;
  /** A checkout whose version is newer. */
  newer: string | undefined;
  /** The newer version has changed the database. */
  isUpgraded: boolean;
  processes: ExploredProcess[];
  service: Service;
  backEnd: BackEnd;
  database: CaseDatabase;
  problems: Readonly<Record<string, ProblemKind>>;
  pace: Pace;
  candidates: Candidate[];
  persons: ExploredPerson[];
  excuses: Set<Excuse>;
  /** The kinds of faults so far. */
  faults: Set<string>;
  /** How much time has passed without anyone waiting for it: the right clocks are ahead by this. */
  passedMs: number;
  violations: Violation[];
  trace: Trace;
  /** What has been played, for the replay file. */
  steps: Step[];
  /** The last error response. */
  lastError: string;
  /** Requests that nobody waited for. */
  background: Promise<unknown>[];
  close(): Promise<void>;
}

export interface Stage {
  /** The checkout whose built proxy is explored. */
  checkout: string;
  postgres: TestPostgres | undefined;
  /** Absent: no step upgrades. */
  newer?: NewerVersion;
}

export async function createWorld(
  settings: CaseSettings,
  stage: Stage,
  trace: Trace,
): Promise<World> {
  const isPostgres = settings.engine === 'postgres';
  const [service, backEnd, database, problems] = await Promise.all([
    startService(settings.latencyMs ?? 0),
    startBackEnd(SECRETS.relay),
    openCaseDatabase(isPostgres ? stage.postgres : undefined, settings.pooler),
    problemsOf(stage.checkout),
  ]);
  const channels = isPostgres ? settings.channels : settings.channels.slice(0, 1);
  const ports = await freePorts(2 * channels.length);
  const shared = { ...envOf(settings, service.url, backEnd.url), ...database.settings };
  const processes = channels.map(
    (channel, index) =>
      new ExploredProcess('ABC'.charAt(index), {
        checkout: stage.checkout,
        ports: [ports[2 * index] ?? 0, ports[2 * index + 1] ?? 0],
        env: { ...shared, SUBMISSION_CHANNEL: channel },
      }),
  );
  const world: World = {
    settings,
    newer: stage.newer?.checkout,
    isUpgraded: false,
    processes,
    service,
    backEnd,
    database,
    problems,
    pace: measurePace(),
    candidates: [],
    persons: [],
    excuses: new Set(),
    faults: new Set(),
    passedMs: 0,
    violations: [],
    trace,
    steps: [],
    lastError: 'no response',
    background: [],
    async close() {
      for (const tab of world.candidates.flatMap(({ tabs }) => tabs)) tab.stream?.close();
      for (const one of processes) if (one.state === 'frozen') one.thaw();
      await database.change('up');
      await Promise.all(processes.map((one) => one.kill()));
      await Promise.all([service.close(), backEnd.close(), database.close()]);
    },
  };
  const start = async (one: ExploredProcess) => {
    if (!(await one.start())) throw new Error(`the proxy does not start: ${one.log}`);
  };
  // The first one creates the tables.
  const [first, ...others] = processes as [ExploredProcess];
  await start(first);
  await Promise.all(others.map(start));
  return world;
}

/** The catalog of the explored version. */
async function problemsOf(checkout: string): Promise<World['problems']> {
  const path = join(checkout, 'packages/contract/dist/problems.js');
  const { PROBLEMS } = (await import(pathToFileURL(path).href)) as {
    PROBLEMS: World['problems'];
  };
  return PROBLEMS;
}

/** Records that something did not hold, unless the run goes on after such violations. */
export function violated(world: World, check: string, observation: Observation): void {
  const violation = violationOf(world, check, observation);
  if (violation) world.violations.push(violation);
}

/** `undefined` when the run goes on after such violations. */
export function violationOf(
  { trace }: World,
  check: string,
  { kind = '', expected, seen }: Observation,
): Violation | undefined {
  try {
    trace.report({
      property: 'p',
      kind: kind === '' ? check : `${check} (${kind})`,
      expected,
      seen: seen.slice(0, 1_500),
    });
    return undefined;
  } catch (error) {
    return error as Violation;
  }
}

/** The only kind of fault so far, so that the same symptom of another fault is another finding. */
export function causeOf({ faults }: World): string {
  const [first = 'no fault', ...others] = faults;
  return others.length === 0 ? `after: ${first}` : '';
}

/** A process of the older version, after a newer one has changed the database. */
export const isTooOld = ({ isUpgraded, newer }: World, { checkout }: ExploredProcess): boolean =>
  isUpgraded && checkout !== newer;

/** Measures again: a machine that has become slower meanwhile is no violation. */
export function slowestPace(world: World): Pace {
  const now = measurePace();
  world.pace = {
    processor: Math.max(world.pace.processor, now.processor),
    clock: Math.max(world.pace.clock, now.clock),
  };
  return world.pace;
}
