import { readFileSync } from 'node:fs';
import { Fault } from './setting-parsers.ts';
import { type Setting, SETTINGS, type Settings } from './setting-list.ts';

/** Where settings come from: usually `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Every wrong setting at once, each with its reason; no value is repeated. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The settings cannot be taken:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
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
      faults.push(`${name} ${error.message}`);
    }
  }
  const settings = read as Settings;
  faults.push(...faultsBetween(settings));
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

function readSetting(name: string, setting: Setting<unknown>, env: Environment): unknown {
  const text = env[name] || (setting.secret ? fromFile(env[`${name}_FILE`]) : undefined);
  if (text) return setting.parse(text);
  if (setting.fallback === null) throw new Fault('is missing');
  return setting.fallback === undefined ? undefined : setting.parse(setting.fallback);
}

function fromFile(path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new Fault('names a file that cannot be read');
  }
}

/** Faults that no setting has alone. A setting that was faulty itself is absent here. */
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
