import { outboundProxyOf, probeService } from '../upstream/outbound.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { probeEndpoint } from '../relay/event-sender.ts';
import { endpointsOf } from '../relay/endpoints.ts';
import {
  type Settings,
  SettingsError,
  readSettings,
  settingsWarnings,
} from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { openUnmigrated } from '../db/open-database.ts';
import { type Command, localAddress, parseOptions } from './command.ts';

/** `good`: as it should be. `unsure`: it cannot be told, or works but hardly as meant. */
interface Finding {
  what: string;
  verdict: 'good' | 'bad' | 'unsure';
  detail: string;
}

const MARKS = { good: 'ok', unsure: '?', bad: '✖' };
/** Receivers of signed events refuse what is five minutes old. */
const CLOCK_TOLERANCE_MS = 60_000;

/** `check`: whether the proxy would work with these settings, here and now. */
export const check: Command = {
  help: `precandidate-proxy check

Prints a line for each thing that the proxy depends on, and ends with 1 when one is not in order.
Nothing is created at the service, and no event is sent.`,

  async run(args, env) {
    parseOptions(args, {});
    const findings = await findingsOf(env);
    for (const { what, verdict, detail } of findings)
      console.log(`${MARKS[verdict].padEnd(3)} ${what.padEnd(10)} ${detail}`);
    return findings.some(({ verdict }) => verdict === 'bad') ? 1 : 0;
  },
};

async function findingsOf(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.faults.map((detail) => ({ what: 'settings', verdict: 'bad', detail }));
  }
  const warnings = settingsWarnings(settings).map((detail): Finding => ({
    what: 'settings',
    verdict: 'unsure',
    detail,
  }));
  const good: Finding = { what: 'settings', verdict: 'good', detail: 'every one can be read' };
  return [
    ...(warnings.length > 0 ? warnings : [good]),
    await databaseFinding(settings),
    ...(await serviceFindings(settings)),
    ...(await Promise.all(relayFindings(settings))),
  ];
}

async function databaseFinding(settings: Settings): Promise<Finding> {
  const what = 'database';
  try {
    const db = await openUnmigrated({
      database_url: settings.DATABASE_URL,
      data_dir: settings.DATA_DIR,
    });
    const careless = await carelessOf(db).finally(() => db.close());
    if (careless.length === 0) return { what, verdict: 'good', detail: `${db.engine} can be used` };
    const detail = `${db.engine} can be used, but has ${careless.join(' and ')} off: power loss may lose what was acknowledged`;
    return { what, verdict: 'unsure', detail };
  } catch (error) {
    const mayBeHeld = settings.DATABASE_URL === undefined && error instanceof ProblemError;
    if (mayBeHeld && (await isRunning(settings)))
      return { what, verdict: 'good', detail: 'sqlite is held by the proxy that runs here' };
    return { what, verdict: 'bad', detail: 'it cannot be reached, opened or written to' };
  }
}

/** Settings of the server, not of ours, that a commit does not survive without. */
async function carelessOf(db: Database): Promise<string[]> {
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
  const ready = await fetch(`${localAddress(settings)}/readyz`).catch(() => undefined);
  return ready?.ok === true;
}

async function serviceFindings(settings: Settings): Promise<Finding[]> {
  const { outcome, clock_ahead_ms } = await probeService(
    settings.UPSTREAM_URL,
    settings.UPSTREAM_API_KEY,
    outboundProxyOf(settings),
  );
  if (typeof outcome === 'string' || outcome >= 500)
    return [{ what: 'service', verdict: 'bad', detail: `it cannot be reached: ${outcome}` }];
  const isRefused = outcome === 401 || outcome === 403;
  return [
    { what: 'service', verdict: 'good', detail: `it answers at UPSTREAM_URL` },
    isRefused
      ? { what: 'key', verdict: 'bad', detail: `the service refuses UPSTREAM_API_KEY: ${outcome}` }
      : { what: 'key', verdict: 'good', detail: `the service takes UPSTREAM_API_KEY` },
    clockFinding(clock_ahead_ms),
  ];
}

function clockFinding(clock_ahead_ms: number | undefined): Finding {
  const what = 'clock';
  if (clock_ahead_ms === undefined)
    return { what, verdict: 'unsure', detail: 'the service does not say what time it is' };
  const seconds = Math.round(Math.abs(clock_ahead_ms) / 1_000);
  const isOff = Math.abs(clock_ahead_ms) > CLOCK_TOLERANCE_MS;
  const detail = `${seconds} s off the service’s`;
  return { what, verdict: isOff ? 'bad' : 'good', detail };
}

function relayFindings(settings: Settings): Promise<Finding>[] {
  const endpoints = endpointsOf(settings);
  const nobody: Finding = { what: 'relay', verdict: 'unsure', detail: 'nowhere: events are held' };
  if (endpoints.length === 0) return [Promise.resolve(nobody)];
  return endpoints.map(async ({ name, url }): Promise<Finding> => {
    const proxy = outboundProxyOf(settings);
    const failure = await probeEndpoint(url, settings.RELAY_ALLOW_PRIVATE, proxy);
    return failure === undefined
      ? { what: 'relay', verdict: 'good', detail: `${name} answers` }
      : { what: 'relay', verdict: 'bad', detail: `${name} cannot be reached: ${failure}` };
  });
}
