import type { WebhookTarget } from './storage/configuration.ts';

/** Settings of a sandbox. Each has a default. */
export interface SandboxSettings {
  /** Address to listen on. Default `127.0.0.1`. */
  host: string;
  /** 0 (default) uses a free port. */
  port: number;
  /** The account's key for `X-Api-Key`. Default `sandbox-key`. */
  api_key: string;
  /** A file, or `:memory:` (default), which keeps nothing after the end. */
  database: string;
  /** How long a person's reports run. Default 3,000. */
  report_delay_ms: number;
  /** Origin of `form_url` and links. Absent: the address that the sandbox listens on. */
  public_url: string | undefined;
  /** Webhook endpoint for persons without a `webhook_url` of their own. Absent: none. */
  organisation_webhook: WebhookTarget | undefined;
  /** Delays before the retries of a webhook. Default 500, 2,000, 8,000. */
  webhook_retry_ms: readonly number[];
  /** How long a webhook receiver may take to respond. Default 10,000. */
  webhook_timeout_ms: number;
  /** `fatal` … `trace`, or `silent` (default). */
  log_level: string;
}

export const DEFAULT_SETTINGS: SandboxSettings = Object.freeze({
  host: '127.0.0.1',
  port: 0,
  api_key: 'sandbox-key',
  database: ':memory:',
  report_delay_ms: 3_000,
  public_url: undefined,
  organisation_webhook: undefined,
  webhook_retry_ms: [500, 2_000, 8_000],
  webhook_timeout_ms: 10_000,
  log_level: 'silent',
});

type Environment = Readonly<Record<string, string | undefined>>;

/** Lists every invalid setting, one line each, without its value. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** Each has a prefix of its own, so that one `.env` can hold the proxy's settings as well. */
export const HELP = `precandidate-sandbox: the background-check service in a box

Settings (environment):
  SANDBOX_PORT                    port to listen on; 0 uses a free one (4300)
  SANDBOX_HOST                    address to listen on (127.0.0.1)
  SANDBOX_API_KEY                 the key that X-Api-Key must have (sandbox-key)
  SANDBOX_DATABASE                a file, or :memory: (:memory:)
  SANDBOX_REPORT_DELAY_MS         how long a person's reports run (3000)
  SANDBOX_PUBLIC_URL              origin of form_url and links (the address it listens on)
  ORGANISATION_WEBHOOK_URL        for persons without a webhook_url (none)
  ORGANISATION_WEBHOOK_HEADERS    its headers, a JSON object of strings ({})
  ORGANISATION_WEBHOOK_DETAILS    true: with report details (false)
  SANDBOX_LOG_LEVEL               fatal, error, warn, info, debug, trace, silent (warn)
`;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the settings; absent and empty ones get their default. Throws a {@link SettingsError}. */
export function settingsFromEnvironment(environment: Environment): Partial<SandboxSettings> {
  const problems: string[] = [];
  const read = <Value>(name: string, fallback: Value, parse: (text: string) => Value): Value => {
    const text = environment[name];
    if (text === undefined || text === '') return fallback;
    try {
      return parse(text);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return fallback;
    }
  };
  const settings: Partial<SandboxSettings> = {
    host: read('SANDBOX_HOST', '127.0.0.1', String),
    port: read('SANDBOX_PORT', 4300, port),
    api_key: read('SANDBOX_API_KEY', 'sandbox-key', String),
    database: read('SANDBOX_DATABASE', ':memory:', String),
    report_delay_ms: read('SANDBOX_REPORT_DELAY_MS', 3_000, milliseconds),
    public_url: read<string | undefined>('SANDBOX_PUBLIC_URL', undefined, origin),
    organisation_webhook: readOrganisationWebhook(read),
    log_level: read('SANDBOX_LOG_LEVEL', 'warn', logLevel),
  };
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

type Read = <Value>(name: string, fallback: Value, parse: (text: string) => Value) => Value;

function readOrganisationWebhook(read: Read): SandboxSettings['organisation_webhook'] {
  const webhook_url = read<string | undefined>('ORGANISATION_WEBHOOK_URL', undefined, httpUrl);
  const webhook_headers = read('ORGANISATION_WEBHOOK_HEADERS', {}, headers);
  const webhook_details = read('ORGANISATION_WEBHOOK_DETAILS', false, trueOrFalse);
  return webhook_url === undefined ? undefined : { webhook_url, webhook_headers, webhook_details };
}

function port(text: string): number {
  if (!/^[0-9]{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new Error('must be a port from 0 to 65535');
  }
  return Number(text);
}

/** Timers run at once beyond it. */
export const MAX_DELAY_MS = 2 ** 31 - 1;

function milliseconds(text: string): number {
  if (!/^[0-9]{1,10}$/.test(text) || Number(text) > MAX_DELAY_MS)
    throw new Error(`must be a whole number of milliseconds, up to ${MAX_DELAY_MS}`);
  return Number(text);
}

function httpUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error('must be an http or https URL');
  }
  return text;
}

function origin(text: string): string {
  const { pathname, search, hash } = new URL(httpUrl(text));
  if (pathname !== '/' || search !== '' || hash !== '') {
    throw new Error('must be an origin, without a path');
  }
  return new URL(text).origin;
}

function headers(text: string): Record<string, string> {
  const wrong = new Error('must be a JSON object of strings');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw wrong;
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  if (!isObject || Object.values(parsed as object).some((value) => typeof value !== 'string')) {
    throw wrong;
  }
  return parsed as Record<string, string>;
}

function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('must be true or false');
  return text === 'true';
}

function logLevel(text: string): string {
  if (!LOG_LEVELS.includes(text)) throw new Error(`must be one of ${LOG_LEVELS.join(', ')}`);
  return text;
}
