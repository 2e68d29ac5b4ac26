import { PATHS } from 'precandidate-contract';
import {
  type Settings,
  SettingsError,
  readSettings,
  settingsWarnings,
  VERSION,
} from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { openUnmigrated } from '../db/plugin.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { endpointsOf } from '../relay/endpoints.ts';
import { probeEndpoint } from '../relay/event-sender.ts';
import { outboundProxyOf, probeService } from '../upstream/outbound.ts';
import { type Command, localAddress, parseOptions } from './command.ts';

/** `unsure`: it cannot be checked now, or it works but probably not as intended. */
type Verdict = 'good' | 'bad' | 'unsure';
type Finding = [what: string, verdict: Verdict, detail: string];

const MARKS = { good: 'ok', unsure: '?', bad: '✖' };
/** Receivers of signed events reject events that are five minutes old. */
const CLOCK_TOLERANCE_MS = 60_000;
const TIMEOUT_MS = 5_000;
/** Enough to meet every process behind a balancer that takes turns. */
const VERSION_REQUESTS = 8;

/** `check`: whether the proxy would work with these settings, here and now. */
export const check: Command = {
  help: `precandidate-proxy check

Prints a line for each thing that the proxy depends on. Exits with 1 if one fails.
It creates nothing at the service and sends no event.`,

  async run(args, env) {
    parseOptions(args, {});
    const findings = await findingsOf(env);
    for (const [what, verdict, detail] of findings)
      console.log(`${MARKS[verdict].padEnd(3)} ${what.padEnd(10)} ${detail}`);
    return findings.some(([, verdict]) => verdict === 'bad') ? 1 : 0;
  },
};

async function findingsOf(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  // An older Node does not get this far.
  const node: Finding = ['node', 'good', `Node ${process.versions.node}`];
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [node, ...error.faults.map((fault): Finding => ['settings', 'bad', fault])];
  }
  const warnings = settingsWarnings(settings).map((text): Finding => ['settings', 'unsure', text]);
  return [
    node,
    ...(warnings.length > 0 ? warnings : [['settings', 'good', 'all are valid'] as Finding]),
    await databaseFinding(settings),
    ...(await serviceFindings(settings)),
    ...(await relayFindings(settings)),
    ...(await publicFindings(settings)),
  ];
}

async function databaseFinding(settings: Settings): Promise<Finding> {
  try {
    const db = await openUnmigrated(settings);
    const unsafe = await unsafeSettings(db).finally(() => db.close());
    if (unsafe.length === 0) return ['database', 'good', `${db.engine} works`];
    const detail = `${db.engine} works, but ${unsafe.join(' and ')} is off: a power failure may lose acknowledged data`;
    return ['database', 'unsure', detail];
  } catch (error) {
    const mayBeLocked = settings.DATABASE_URL === undefined && error instanceof ProblemError;
    return mayBeLocked && (await isRunning(settings))
      ? ['database', 'good', 'sqlite is in use by the proxy that runs here']
      : ['database', 'bad', 'it cannot be reached, opened, or written to'];
  }
}

/** Settings of the Postgres server without which a commit may not survive. */
async function unsafeSettings(db: Database): Promise<string[]> {
  if (db.engine === 'sqlite') {
    await db.query('select 1 as one');
    return [];
  }
  const rows = await db.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`,
  );
  return rows.map(({ name }) => name);
}

async function isRunning(settings: Settings): Promise<boolean> {
  return (await get(`${localAddress(settings)}/readyz`))?.ok === true;
}

async function serviceFindings(settings: Settings): Promise<Finding[]> {
  const { UPSTREAM_URL, UPSTREAM_API_KEY } = settings;
  const proxy = outboundProxyOf(settings);
  const { outcome, clock_ahead_ms } = await probeService(UPSTREAM_URL, UPSTREAM_API_KEY, proxy);
  if (typeof outcome === 'string' || outcome >= 500)
    return [['service', 'bad', `it cannot be reached: ${outcome}`]];
  return [
    ['service', 'good', 'it responds at UPSTREAM_URL'],
    outcome === 401 || outcome === 403
      ? ['key', 'bad', `the service rejects UPSTREAM_API_KEY: ${outcome}`]
      : ['key', 'good', 'the service accepts UPSTREAM_API_KEY'],
    clockFinding(clock_ahead_ms),
  ];
}

function clockFinding(clock_ahead_ms: number | undefined): Finding {
  if (clock_ahead_ms === undefined)
    return ['clock', 'unsure', 'the response of the service has no date to compare with'];
  const isOff = Math.abs(clock_ahead_ms) > CLOCK_TOLERANCE_MS;
  const seconds = Math.round(Math.abs(clock_ahead_ms) / 1_000);
  return ['clock', isOff ? 'bad' : 'good', `differs from the service’s by ${seconds} s`];
}

async function relayFindings(settings: Settings): Promise<Finding[]> {
  const endpoints = endpointsOf(settings);
  if (endpoints.length === 0)
    return [['relay', 'unsure', 'no endpoint: events are held until you configure one']];
  const proxy = outboundProxyOf(settings);
  return Promise.all(
    endpoints.map(async ({ name, url }): Promise<Finding> => {
      const failure = await probeEndpoint(url, settings.RELAY_ALLOW_PRIVATE, proxy);
      return failure === undefined
        ? ['relay', 'good', `${name} responds`]
        : ['relay', 'bad', `${name} cannot be reached: ${failure}${remedyOf(failure)}`];
    }),
  );
}

function remedyOf(failure: string): string {
  return failure === 'private-address' ? ' (RELAY_ALLOW_PRIVATE=true allows it)' : '';
}

/** What browsers and the service need: `PUBLIC_URL`, and through it a running proxy. */
async function publicFindings(settings: Settings): Promise<Finding[]> {
  const { PUBLIC_URL, ALLOWED_ORIGINS } = settings;
  const insecure = ALLOWED_ORIGINS.filter((origin) => !isSecure(origin));
  const origins: Finding[] =
    insecure.length === 0
      ? []
      : [['origins', 'unsure', `${insecure.length} of ALLOWED_ORIGINS use plain http`]];
  const isUp = await isRunning(settings);
  const url = PUBLIC_URL ?? localAddress(settings);
  if (!(await get(url + PATHS.widget))?.ok) {
    if (!isUp && PUBLIC_URL === undefined)
      return [...origins, ['public', 'unsure', 'start the proxy, then check again']];
    const failure = await failureOf(url + PATHS.widget);
    return [
      ...origins,
      ['public', 'bad', `PUBLIC_URL${PATHS.widget} cannot be loaded: ${failure}`],
    ];
  }
  return [
    ['public', 'good', PUBLIC_URL ? 'PUBLIC_URL leads to a proxy' : 'the proxy runs here'],
    ...origins,
    await originFinding(url, ALLOWED_ORIGINS),
    await webhookFinding(url, settings),
    await versionFinding(url),
  ];
}

function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** A reverse proxy may drop or repeat the headers. */
async function originFinding(url: string, origins: readonly string[]): Promise<Finding> {
  const responses = await Promise.all(
    origins.map(async (origin) => {
      const response = await get(url + PATHS.bootstrap, { method: 'OPTIONS', origin });
      return response?.headers.get('access-control-allow-origin') === origin;
    }),
  );
  return responses.every(Boolean)
    ? ['origins', 'good', 'pages of all ALLOWED_ORIGINS may call the proxy']
    : ['origins', 'bad', 'the proxy’s responses do not allow every one of ALLOWED_ORIGINS'];
}

/** The service’s interface does not say where it sends webhooks, so check that they would arrive. */
async function webhookFinding(url: string, { WEBHOOK_SECRETS }: Settings): Promise<Finding> {
  if (!WEBHOOK_SECRETS)
    return ['webhook', 'unsure', 'WEBHOOK_SECRETS is missing: every webhook is rejected'];
  const response = await get(url + PATHS.personCompleted);
  // It takes POST only; a GET stores nothing.
  return response?.status === 405
    ? ['webhook', 'good', `${PATHS.personCompleted} can be reached; have the service send to it`]
    : ['webhook', 'bad', `${PATHS.personCompleted} cannot be reached at PUBLIC_URL`];
}

/** The loader names the version of the process that sent it. */
async function versionFinding(url: string): Promise<Finding> {
  const versions = new Set([VERSION]);
  for (let request = 0; request < VERSION_REQUESTS; request += 1) {
    const loader = await (await get(url + PATHS.widget))?.text();
    const version = /widget\/(\d[\w.+-]*)\//.exec(loader ?? '')?.[1];
    if (version !== undefined) versions.add(version);
  }
  return versions.size === 1
    ? ['versions', 'good', `every process that responded runs ${VERSION}`]
    : [
        'versions',
        'unsure',
        `processes run different versions: ${[...versions].toSorted().join(', ')}`,
      ];
}

/** On a connection of its own, so that a balancer can choose another process each time. */
async function get(
  url: string,
  { method = 'GET', origin }: { method?: string; origin?: string } = {},
): Promise<Response | undefined> {
  const headers = { connection: 'close', ...(origin === undefined ? {} : { origin }) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(url, { method, headers, signal }).catch(() => undefined);
}

/** The status of a response that is no success, or the code of the error, such as `ECONNREFUSED`. */
async function failureOf(url: string): Promise<string> {
  try {
    return `${(await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })).status}`;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message: string } };
    return cause?.code ?? cause?.message ?? message;
  }
}
