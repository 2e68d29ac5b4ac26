import { buildApp, listeningUrl } from './app.ts';
import { type Environment, readSettings, settingsWarnings } from './config/settings.ts';
import type { App } from './plugins/app-type.ts';

/** A running proxy. */
export interface Proxy {
  /** Where it listens, without a trailing slash. */
  url: string;
  /** Accepts nothing new, finishes running requests and sends, closes the database. */
  close(): Promise<void>;
}

/**
 * Starts the proxy with settings as in the environment (see `--help`). Rejects with a `SettingsError`
 * that lists all faults, or with the error of the database or the port.
 *
 * @param traceRequests - absent: requests are not traced
 */
export async function startProxy(
  env: Environment,
  traceRequests?: (app: App) => void,
): Promise<Proxy> {
  const settings = readSettings(env);
  const app = await buildApp(settings, traceRequests);
  for (const warning of settingsWarnings(settings)) app.log.warn(warning);
  try {
    await app.listen({ host: settings.HOST, port: settings.PORT, backlog: 4_096 });
  } catch (error) {
    await app.close();
    throw error;
  }
  return { url: listeningUrl(app), close: () => app.close() };
}
