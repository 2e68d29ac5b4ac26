import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { SUBMISSION_CHANNELS } from 'precandidate-contract';
import {
  Fault,
  type Parser,
  address,
  addresses,
  flag,
  host,
  hosts,
  integer,
  matching,
  oneOf,
  origins,
  outboundProxy,
  relaySecrets,
  secretHeader,
  secrets,
  text,
  upstreamAddress,
} from './setting-parsers.ts';
import { misspelledSettings } from './unknown-settings.ts';

/** How a setting is parsed, its default, and its line in `--help`. */
export interface Setting<T> {
  readonly parse: Parser<T>;
  /** The default, as text; `null`: the setting is required; `undefined`: it has no default. */
  readonly fallback: string | null | undefined;
  readonly about: string;
  /** It may also come from the file that `<NAME>_FILE` names, and is never printed. */
  readonly secret: boolean;
}

const required = <T>(parse: Parser<T>, about: string, secret = false) =>
  ({ parse, about, secret, fallback: null }) as const;
const optional = <T>(parse: Parser<T>, about: string, secret = false) =>
  ({ parse, about, secret, fallback: undefined }) as const;
const withDefault = <T>(parse: Parser<T>, fallback: string, about: string) =>
  ({ parse, about, secret: false, fallback }) as const;

const SECRET = true;

/** Every setting of the proxy, in the order of `--help`. */
export const SETTINGS = {
  UPSTREAM_URL: required(upstreamAddress, 'The service’s base address; ends with /v3'),
  UPSTREAM_API_KEY: required(
    matching(/^[\x21-\x7e]+$/, 'contains characters that a header cannot have'),
    'The account’s key, sent as X-Api-Key',
    SECRET,
  ),
  BACKEND_KEYS: required(
    secrets(16),
    'Bearer keys of the portal’s back end, comma-separated, at least 16 characters each; any of them is accepted',
    SECRET,
  ),
  SESSION_SECRETS: required(
    secrets(32),
    'Secrets that sign sessions and encrypt stored data, comma-separated, at least 32 characters each; the first one signs, all of them verify',
    SECRET,
  ),
  ALLOWED_ORIGINS: required(origins, 'Origins of the pages that embed the form, comma-separated'),
  DATABASE_URL: optional(
    matching(/^postgres(ql)?:\/\//, 'must be a postgres:// URL'),
    'A postgres:// URL; without it: the embedded database in DATA_DIR',
    SECRET,
  ),
  DATA_DIR: withDefault(text, '.data', 'Folder of the embedded database, or :memory:'),
  HOST: withDefault(host, '127.0.0.1', 'Address to listen on'),
  PORT: withDefault(integer(0, 65_535), '4200', 'Port to listen on; 0: any free port'),
  PUBLIC_URL: optional(
    address,
    'Address at which browsers and the service reach the proxy; without it: HOST and PORT',
  ),
  TRUST_PROXY: withDefault(
    addresses,
    '',
    'Addresses of reverse proxies whose X-Forwarded-For or Forwarded is trusted, comma-separated',
  ),
  SUBMISSION_CHANNEL: withDefault(
    oneOf(SUBMISSION_CHANNELS),
    'form',
    'How a submission is delivered: form, person, or handoff',
  ),
  CONFIRM_WITHIN_SECONDS: withDefault(
    integer(1, 604_800),
    '900',
    'How long the service may take to confirm a delivered submission before it counts as unconfirmed',
  ),
  FORM_HOSTS: optional(
    hosts,
    'Hosts that a submission may be sent to, besides that of UPSTREAM_URL, comma-separated',
  ),
  WEBHOOK_HEADER: withDefault(
    secretHeader,
    'X-Webhook-Secret',
    'Header in which the service sends the webhook secret',
  ),
  WEBHOOK_SECRETS: optional(
    secrets(16),
    'Secrets that the webhook is checked with, comma-separated, at least 16 characters each; the first one is given to new persons',
    SECRET,
  ),
  RELAY_URL: optional(
    address,
    'URL that events are sent to; without it: they wait until it is set',
  ),
  RELAY_SECRET: optional(
    relaySecrets,
    'whsec_… that signs events, required with RELAY_URL; comma-separated during rotation: events carry a signature by each',
    SECRET,
  ),
  RELAY_ALLOW_PRIVATE: withDefault(
    flag,
    'false',
    'true: events may be sent to loopback and private addresses',
  ),
  OUTBOUND_PROXY: optional(
    outboundProxy,
    'HTTP proxy of your network for outgoing calls; may contain user:password@',
    SECRET,
  ),
  OUTBOUND_PROXY_EXCEPT: optional(
    hosts,
    'Hosts that are called without OUTBOUND_PROXY, comma-separated',
  ),
  UPSTREAM_RPS: withDefault(
    integer(1, 10_000),
    '20',
    'Calls to the service per second, of this process',
  ),
  POLL_MIN_SECONDS: withDefault(
    integer(1, 3_600),
    '2',
    'Shortest pause between two polls of a person; at most POLL_MAX_SECONDS',
  ),
  POLL_MAX_SECONDS: withDefault(
    integer(1, 86_400),
    '60',
    'Longest pause between two polls of a person; open forms are polled faster and share half of UPSTREAM_RPS',
  ),
  RECONCILE_SECONDS: withDefault(
    integer(0, 86_400),
    '60',
    'Pause before the first poll for a lost completion webhook; later pauses grow; 0: no polls',
  ),
  WATCH_DAYS: withDefault(integer(1, 3_650), '30', 'How long precandidates and persons are polled'),
  KEEP_FORMS_DAYS: optional(
    integer(1, 7_300),
    'How long forms and persons are kept after their last change; at least WATCH_DAYS; without it: twice WATCH_DAYS',
  ),
  KEEP_EVENTS_DAYS: withDefault(
    integer(1, 3_650),
    '30',
    'How long an event waits to be delivered, and is kept afterwards',
  ),
  RATE_LIMIT: withDefault(
    integer(1, 1_000_000),
    '300',
    'Browser requests per minute of one session; and of one address without a valid session',
  ),
  METRICS_PORT: optional(
    integer(0, 65_535),
    'Separate port for /metrics; without it: /metrics is on PORT',
  ),
  LOG_LEVEL: withDefault(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Lowest severity that is logged: fatal, error, warn, info, debug, trace, or silent',
  ),
} as const satisfies Record<string, Setting<unknown>>;
export type SettingName = keyof typeof SETTINGS;

export type Settings = {
  readonly [Name in SettingName]:
    | ReturnType<(typeof SETTINGS)[Name]['parse']>
    | ((typeof SETTINGS)[Name]['fallback'] extends undefined ? undefined : never);
};

export const DAY_MS = 24 * 60 * 60_000;

const MANIFEST = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

export const { version: VERSION } = JSON.parse(MANIFEST) as { version: string };

/** Where settings come from: usually `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists every invalid setting with its reason, without its value. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['Invalid settings:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

/** Reads all settings; throws one {@link SettingsError} that lists every fault. */
export function readSettings(env: Environment): Settings {
  const faults: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    try {
      read[name] = readSetting(name, setting, env);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(`${error.setting ?? name} ${error.message}`);
    }
  }
  const settings = read as Settings;
  faults.push(...faultsBetween(settings));
  if (faults.length > 0) throw new SettingsError([...faults, ...misspelled(env)]);
  return settings;
}

function readSetting(name: string, setting: Setting<unknown>, env: Environment): unknown {
  const value = env[name] || (setting.secret ? fromFile(`${name}_FILE`, env) : undefined);
  if (value) return setting.parse(value);
  if (setting.fallback === null) throw new Fault('is missing');
  return setting.fallback === undefined ? undefined : setting.parse(setting.fallback);
}

/** Why a file cannot be read, by the code of the error. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is none',
  ENOTDIR: 'there is none',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

function fromFile(setting: string, env: Environment): string | undefined {
  const path = env[setting];
  if (!path) return undefined;
  // Anything else may be the secret itself, set under the wrong name.
  const file = isAbsolute(path) ? `a file, ${path}, that` : 'a file that';
  let content: string;
  try {
    content = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = FILE_FAULTS[code] ?? code;
    throw new Fault(`names ${file} cannot be read: ${why}`, setting);
  }
  if (content === '') throw new Fault(`names ${file} is empty`, setting);
  return content;
}

/** Settings that contradict each other. An invalid setting is absent here. */
function faultsBetween(settings: Partial<Settings>): string[] {
  const { RELAY_URL, RELAY_SECRET, POLL_MIN_SECONDS = 0, POLL_MAX_SECONDS = Infinity } = settings;
  const faults = [];
  if (RELAY_URL && 'RELAY_SECRET' in settings && !RELAY_SECRET)
    faults.push('RELAY_SECRET is missing: RELAY_URL needs it');
  if (POLL_MIN_SECONDS > POLL_MAX_SECONDS)
    faults.push('POLL_MIN_SECONDS is larger than POLL_MAX_SECONDS');
  const { KEEP_FORMS_DAYS = Infinity, WATCH_DAYS = 0 } = settings;
  if (KEEP_FORMS_DAYS < WATCH_DAYS) faults.push('KEEP_FORMS_DAYS is smaller than WATCH_DAYS');
  return faults;
}

/** How long forms and persons are kept after their last change, in milliseconds. */
export function keepFormsMs({ WATCH_DAYS, KEEP_FORMS_DAYS = WATCH_DAYS * 2 }: Settings): number {
  return KEEP_FORMS_DAYS * DAY_MS;
}

export function settingsHelp(): string {
  const rows = Object.entries(SETTINGS) as [string, Setting<unknown>][];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, { about, fallback, secret }]) => {
    const needed = fallback === null ? ' (required)' : fallback ? ` (default ${fallback})` : '';
    return `  ${name.padEnd(width)}  ${about}${needed}${secret ? `; or ${name}_FILE` : ''}`;
  });
  return [
    'precandidate-proxy: holds the API key, serves forms, delivers submissions, relays webhooks',
    '',
    'Settings come from the environment:',
    ...lines,
    '',
    'Options: --help, --version',
  ].join('\n');
}

const misspelled = (env: Environment): string[] =>
  misspelledSettings(env, new Map(Object.entries(SETTINGS)));

/** Warnings about settings that are valid but probably not intended, and about names that are none. */
export function settingsWarnings(settings: Settings, env: Environment): string[] {
  const all = misspelled(env);
  if (
    settings.SUBMISSION_CHANNEL === 'person' &&
    !settings.WEBHOOK_SECRETS &&
    settings.RECONCILE_SECONDS === 0
  )
    all.push(
      'SUBMISSION_CHANNEL=person without WEBHOOK_SECRETS or polls: your back end gets no person.completed',
    );
  if (settings.WEBHOOK_SECRETS && !settings.PUBLIC_URL && /^(0\.0\.0\.0|::)$/.test(settings.HOST))
    all.push('PUBLIC_URL is missing: the webhook address that the service gets cannot be reached');
  if (settings.TRUST_PROXY.length === 0 && settings.PUBLIC_URL !== undefined)
    all.push('TRUST_PROXY is missing: behind a reverse proxy, all candidates count as one address');
  if (settings.DATABASE_URL === undefined && mayOthersWriteTo(settings.DATA_DIR))
    all.push('DATA_DIR: other users can replace files of the folder; take their right to write');
  return all;
}

const GROUP_OR_OTHERS_WRITE = 0o022;
/** With this bit, as in /tmp, only the owner of a file may replace it. */
const STICKY = 0o1000;

function mayOthersWriteTo(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & GROUP_OR_OTHERS_WRITE) !== 0 && (mode & STICKY) === 0;
}
