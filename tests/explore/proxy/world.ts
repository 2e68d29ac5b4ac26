import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProblemKind, Snapshot } from 'precandidate-contract';
import { freePorts } from '../../stage/commands.ts';
import type { Trace, Violation } from '../shared/explorer.ts';
import { startBackEnd, type BackEnd } from './back-end.ts';
import type { TestPostgres } from '../../stage/postgres.ts';
import { openCaseDatabase, type CaseDatabase } from './databases.ts';
import { measurePace, type Pace } from './machine.ts';
import { ExploredProcess } from './processes.ts';
import type { NewerVersion } from './versions.ts';
import {
  API_KEY,
  startService,
  type FormSchema,
  type Service,
  type ServiceForm,
} from './service.ts';

/** Which processes a case has, and their settings. */
export interface CaseSettings {
  engine: 'sqlite' | 'postgres';
  /** One process per channel; SQLite uses only the first. */
  channels: readonly ('form' | 'person' | 'handoff')[];
  /** `UPSTREAM_RPS`; default: 200. */
  callsPerSecond?: number;
  /** The kinds of steps that a random case has. */
  kinds?: readonly string[];
  /** `WATCH_DAYS` and `KEEP_FORMS_DAYS`. */
  keepDays: number;
}

/** A form in a browser tab. */
export interface Tab {
  token: string;
  schema: FormSchema;
  /** Names the schema in a submission. */
  schemaEtag: string | undefined;
  state: 'open' | 'revoked';
  /** Of the last submission. */
  key: string;
  sent: string;
  stream: Stream | undefined;
}

export interface Stream {
  snapshots: Snapshot[];
  isOpen: boolean;
  close(): void;
}

/** A submission, and what its candidate was told. `exact` keeps every digit. */
export interface Submission {
  exact: string;
  outcome: 'accepted' | 'refused' | 'unknown';
}

export interface Candidate {
  name: string;
  /** Part of all that this candidate enters: no one else may see it. */
  marker: string;
  form: ServiceForm;
  tabs: (Tab | undefined)[];
  submissions: Submission[];
  /** The service fails for this record for good. */
  isBroken: boolean;
  /** Collected by phone. */
  isPhoned: boolean;
}

/** A person that the back end created, and the webhooks about them that the proxy accepted. */
export interface ExploredPerson {
  person_id: string;
  webhooks: { status: string; custom_data: string | undefined; request_id: string }[];
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
type Excuse =
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
  candidates: (Candidate | undefined)[];
  persons: ExploredPerson[];
  excuses: Set<Excuse>;
  violations: Violation[];
  trace: Trace;
  /** The last error response. */
  lastError: string;
  /** Requests that nobody waited for. */
  background: Promise<unknown>[];
  close(): Promise<void>;
}

export const ORIGIN = 'https://hr.example';
/** Before and after a rotation; `[old, new]`. */
export const SECRETS = {
  session: ['old-session-secret-0123456789-01234', 'new-session-secret-0123456789-01234'],
  backEnd: ['old-backend-key-0123456789', 'new-backend-key-0123456789'],
  webhook: ['old-webhook-secret-0123456789', 'new-webhook-secret-0123456789'],
  relay: [
    'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
    'whsec_OTg3NjU0MzIxMDk4NzY1NDMyMTA5ODc2NTQzMjEwOTg=',
  ],
} as const;

/** The settings of secrets after `step` of the documented rotation. */
export function rotatedSecrets(step: number): Record<string, string> {
  const pick = (pair: readonly string[], order: readonly number[]) =>
    order.map((index) => pair[index]).join(',');
  const older = step === 0 ? [0] : step === 1 ? [0, 1] : [1, 0];
  const newer = step === 0 ? [0] : [1, 0];
  return {
    SESSION_SECRETS: pick(SECRETS.session, older),
    WEBHOOK_SECRETS: pick(SECRETS.webhook, older),
    BACKEND_KEYS: pick(SECRETS.backEnd, newer),
    RELAY_SECRET: pick(SECRETS.relay, newer),
  };
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
    startService(),
    startBackEnd(SECRETS.relay),
    openCaseDatabase(isPostgres ? stage.postgres : undefined),
    problemsOf(stage.checkout),
  ]);
  const channels = isPostgres ? settings.channels : settings.channels.slice(0, 1);
  const ports = await freePorts(2 * channels.length);
  const processes = channels.map(
    (channel, index) =>
      new ExploredProcess('ABC'.charAt(index), {
        checkout: stage.checkout,
        ports: [ports[2 * index] ?? 0, ports[2 * index + 1] ?? 0],
        env: {
          UPSTREAM_URL: `${service.url}/v3`,
          UPSTREAM_API_KEY: API_KEY,
          ALLOWED_ORIGINS: ORIGIN,
          RELAY_URL: backEnd.url,
          RELAY_ALLOW_PRIVATE: 'true',
          SUBMISSION_CHANNEL: channel,
          WATCH_DAYS: String(settings.keepDays),
          KEEP_FORMS_DAYS: String(settings.keepDays),
          POLL_MIN_SECONDS: '1',
          POLL_MAX_SECONDS: '2',
          RECONCILE_SECONDS: '1',
          UPSTREAM_RPS: String(settings.callsPerSecond ?? 200),
          RATE_LIMIT: '100000',
          LOG_LEVEL: 'info',
          ...rotatedSecrets(0),
          ...database.settings,
        },
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
    violations: [],
    trace,
    lastError: 'no response',
    background: [],
    async close() {
      for (const tab of world.candidates.flatMap((one) => one?.tabs ?? [])) tab?.stream?.close();
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

/** Of the processes, the one that a step names by any number. */
export function processAt({ processes }: World, index: number): ExploredProcess {
  return processes[index % processes.length] as ExploredProcess;
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

/** Measures again: a machine that has become slower meanwhile is no violation. */
export function slowestPace(world: World): Pace {
  const now = measurePace();
  world.pace = {
    processor: Math.max(world.pace.processor, now.processor),
    clock: Math.max(world.pace.clock, now.clock),
  };
  return world.pace;
}
