import type { AddressInfo } from 'node:net';
import { addRoutes } from './composition/add-routes.ts';
import { buildApp } from './composition/build-app.ts';
import { compose } from './composition/compose.ts';
import type { App } from './plugins/app-type.ts';
import { createMetrics } from './plugins/metrics.ts';
import { type Environment, readSettings } from './config/read-settings.ts';
import { settingsWarnings } from './config/settings-warnings.ts';
import { openDatabase } from './db/open-database.ts';
import { watchMetrics } from './plugins/watch-metrics.ts';

/** How long a stop waits for requests under way; a submission is answered within 8 s. */
const DRAIN_MS = 10_000;

/** A running proxy. */
export interface Proxy {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** Takes nothing new, ends streams and work under way, closes the database. */
  close(): Promise<void>;
}

/**
 * Starts the proxy by its settings, the same as the environment's (see `--help`). Rejects with
 * `SettingsError` that lists every fault, or with what the database or the port gave.
 *
 * @param traceRequests - absent: they are not traced
 */
export async function startProxy(
  env: Environment,
  traceRequests?: (app: App) => void,
): Promise<Proxy> {
  const settings = readSettings(env);
  const metrics = createMetrics();
  const { app, requests } = buildApp(settings, metrics);
  traceRequests?.(app);
  const db = await openDatabase({
    database_url: settings.DATABASE_URL,
    data_dir: settings.DATA_DIR,
  });
  let url = '';
  const parts = await compose(settings, {
    db,
    app,
    metrics,
    public_url: () => settings.PUBLIC_URL ?? url,
  });
  let closing = false;
  settingsWarnings(settings).forEach((warning) => app.log.warn(warning));
  watchMetrics(metrics, parts, settings.UPSTREAM_RPS);
  await addRoutes(app, parts, { db, settings, metrics, isClosing: () => closing });
  app.addHook('preClose', async () => {
    closing = true;
    parts.updates.close();
    await requests.ended(DRAIN_MS);
  });
  app.addHook('onClose', parts.stop);

  try {
    await app.listen({ host: settings.HOST, port: settings.PORT, backlog: 4_096 });
    url = addressOf(app.server.address());
    await parts.start();
  } catch (error) {
    await app.close();
    throw error;
  }
  return { url, close: () => app.close() };
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return '';
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
