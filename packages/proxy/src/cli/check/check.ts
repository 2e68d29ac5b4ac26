import { PATHS, problemType } from 'precandidate-contract';
import {
  type Settings,
  SettingsError,
  readSettings,
  settingsWarnings,
} from '../../config/settings.ts';
import { withEventSender } from '../../outbox/event-sender.ts';
import { type Command, localAddress, UsageError } from '../command.ts';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import { checkDatabase, outsideFinding } from './check-database.ts';
import { checkService, type Finding, type Findings } from './check-service.ts';

const TIMEOUT_MS = 5_000;

export const check: Command = {
  help: `precandidate-proxy check

Prints a line for each thing that the proxy depends on. Exits with 1 if one fails.
It creates nothing at the service and sends no event.`,

  async run({ positionals }, env) {
    if (positionals.length > 0) throw new UsageError('The options are: --help');
    for await (const [mark, what, detail] of checkAll(env)) {
      console.log(`${mark.padEnd(3)} ${what.padEnd(10)} ${detail}`);
      if (mark === '✖') process.exitCode = 1;
    }
  },
};

async function* checkAll(env: NodeJS.ProcessEnv): Findings {
  // An older Node does not get this far.
  yield ['ok', 'node', `Node ${process.versions.node}`];
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const fault of error.faults) yield ['✖', 'settings', fault];
    return;
  }
  const warnings = settingsWarnings(settings, env);
  for (const warning of warnings) yield ['?', 'settings', warning];
  if (warnings.length === 0) yield ['ok', 'settings', 'all are valid'];
  yield* checkDatabase(settings, () => isRunning(settings));
  yield* checkRunning(settings);
  yield* checkService(settings);
  yield checkRelay(settings);
  yield* checkPublic(settings);
  yield* checkKeys(settings);
}

async function isRunning(settings: Settings): Promise<boolean> {
  return (await get(`${localAddress(settings)}/readyz`)).failure === undefined;
}

/** Only the running proxy can read the forms of its SQLite file, and knows whether the file is gone. */
async function* checkRunning(settings: Settings): Findings {
  if (settings.DATABASE_URL !== undefined) return;
  const { text } = await get(`${localAddress(settings)}/readyz`);
  const value = parseJson(text);
  if (!isJsonObject(value)) return;
  if (value['form_urls'] === 'outside-form-hosts') yield outsideFinding('another host');
  if (value['type'] === problemType('database-unavailable') && value['detail'])
    yield ['✖', 'running', String(value['detail'])];
}

/** Whether the proxy that runs on this machine, if any, has the back-end keys of these settings. */
async function* checkKeys(settings: Settings): Findings {
  const headers = { authorization: `Bearer ${settings.BACKEND_KEYS[0]}` };
  const { response } = await get(`${localAddress(settings)}/deliveries?limit=1`, { headers });
  if (response?.status === 401)
    yield ['✖', 'backend', 'the proxy that runs here refuses the first of BACKEND_KEYS'];
  else if (response?.ok) yield ['ok', 'backend', 'the proxy that runs here accepts BACKEND_KEYS'];
}

async function checkRelay(settings: Settings): Promise<Finding> {
  const probe = await withEventSender(settings, (sender) => sender.probe());
  if (probe === undefined)
    return ['?', 'relay', 'RELAY_URL is missing: events wait until you set it'];
  if (probe === 'ok') return ['ok', 'relay', 'RELAY_URL refuses a request without a signature'];
  if (probe === 'accepts-unsigned')
    return ['✖', 'relay', 'RELAY_URL accepts a request without a signature: verify it'];
  if ('status' in probe)
    return ['✖', 'relay', `RELAY_URL answers ${probe.status}: no receiver of events is there`];
  const remedy = probe.code === 'private-address' ? ' (RELAY_ALLOW_PRIVATE=true allows it)' : '';
  return ['✖', 'relay', `RELAY_URL cannot be reached: ${probe.code}${remedy}`];
}

/** What browsers and the service need: `PUBLIC_URL`, and through it a running proxy. */
async function* checkPublic(settings: Settings): Findings {
  const { PUBLIC_URL, ALLOWED_ORIGINS, WEBHOOK_SECRETS } = settings;
  const insecure = ALLOWED_ORIGINS.filter((origin) => !isSecure(origin));
  if (insecure.length > 0)
    yield ['?', 'origins', `${insecure.length} of ALLOWED_ORIGINS use plain http`];
  const url = PUBLIC_URL ?? localAddress(settings);
  const failure = await faultOfScript(url + PATHS.widget);
  if (failure !== undefined) {
    const isExpected = PUBLIC_URL === undefined && !(await isRunning(settings));
    yield isExpected
      ? ['?', 'public', 'start the proxy, then check again']
      : ['✖', 'public', `PUBLIC_URL${PATHS.widget} cannot be loaded: ${failure}`];
    return;
  }
  yield ['ok', 'public', PUBLIC_URL ? 'PUBLIC_URL leads to a proxy' : 'the proxy runs here'];
  yield checkOrigins(url, ALLOWED_ORIGINS);
  yield WEBHOOK_SECRETS === undefined
    ? ['?', 'webhook', 'WEBHOOK_SECRETS is missing: every webhook is rejected']
    : checkWebhook(url);
}

/** Why a browser would not run the script at `url`: also another server responds with 200. */
async function faultOfScript(url: string): Promise<string | undefined> {
  const { response, failure } = await get(url);
  const type = response?.headers.get('content-type') ?? 'a response without a type';
  return failure ?? (/javascript/.test(type) ? undefined : `${type} is no script`);
}

function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** A reverse proxy may drop or repeat the headers. */
async function checkOrigins(url: string, origins: readonly string[]): Promise<Finding> {
  const responses = await Promise.all(
    origins.map(async (origin) => {
      const init = { method: 'OPTIONS', headers: { origin } };
      const { response } = await get(url + PATHS.bootstrap, init);
      return response?.headers.get('access-control-allow-origin') === origin;
    }),
  );
  return responses.every(Boolean)
    ? ['ok', 'origins', 'pages of all ALLOWED_ORIGINS may call the proxy']
    : ['✖', 'origins', 'the proxy’s responses do not allow every one of ALLOWED_ORIGINS'];
}

/** The service’s interface does not say where it sends webhooks, so check that they would arrive. */
async function checkWebhook(url: string): Promise<Finding> {
  // It takes POST only; a GET stores nothing.
  return (await get(url + PATHS.personCompleted)).response?.status === 405
    ? ['ok', 'webhook', `${PATHS.personCompleted} can be reached; have the service send to it`]
    : ['✖', 'webhook', `${PATHS.personCompleted} cannot be reached at PUBLIC_URL`];
}

/**
 * A response, and its body as text. `failure`: its status when it is no success, or the code of the error,
 * such as `ECONNREFUSED`.
 */
async function get(
  url: string,
  init: RequestInit = {},
): Promise<{ response?: Response; text: string; failure?: string }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    return { response, text, ...(!response.ok && { failure: String(response.status) }) };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message: string } };
    return { text: '', failure: cause?.code ?? cause?.message ?? message };
  }
}
