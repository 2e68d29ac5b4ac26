import {
  type Environment,
  readSettings,
  type Settings,
  settingsWarnings,
} from './config/settings.ts';
import { auth } from './auth/authenticate.ts';
import { backup } from './backup/plugin.ts';
import { bootstrap } from './bootstrap/plugin.ts';
import { database } from './db/plugin.ts';
import { forms } from './forms/plugin.ts';
import type { App } from './http/app-type.ts';
import { notModified, securityHeaders } from './http/headers.ts';
import { openapi } from './http/openapi.ts';
import { problems } from './http/problem-responses.ts';
import { requestLog } from './http/request-log.ts';
import { createServer } from './http/server.ts';
import { gracefulStop } from './http/shutdown.ts';
import { widgetFiles } from './http/widget-files.ts';
import { locodes } from './locodes/plugin.ts';
import { health } from './observability/health.ts';
import { metrics } from './observability/metrics.ts';
import { tracing } from './observability/tracing.ts';
import { outbox } from './outbox/plugin.ts';
import { persons } from './persons/plugin.ts';
import { polling } from './polling/plugin.ts';
import { precandidates } from './precandidates/plugin.ts';
import { retention } from './retention/plugin.ts';
import { schemas } from './schemas/plugin.ts';
import { sessions } from './sessions/plugin.ts';
import { describeError } from './shared/problem-error.ts';
import { streams } from './streams/plugin.ts';
import { submissions } from './submissions/plugin.ts';
import { upstream } from './upstream/plugin.ts';
import { webhooks } from './webhooks/plugin.ts';

/** A running proxy. */
export interface Proxy {
  /** Where it listens, without a trailing slash. */
  url: string;
  /** Accepts nothing new, finishes running requests and sends, closes the database. */
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** The longest that a submit, a session, a validation, a rendering, or a read takes; absent: each default. */
  deadlineMs?: number;
}

/**
 * Starts the proxy with settings as in the environment (see `--help`). Rejects with a `SettingsError`
 * that lists all faults, or with the error of the database or the port.
 */
export async function startProxy(env: Environment, options: ProxyOptions = {}): Promise<Proxy> {
  const settings = readSettings(env);
  const app = await buildApp(settings, options);
  for (const warning of settingsWarnings(settings, env)) app.log.warn(warning);
  try {
    await app.listen({ host: settings.HOST, port: settings.PORT, backlog: 4_096 });
  } catch (error) {
    await app.close();
    throw error;
  }
  return { url: listeningUrl(app), close: () => app.close() };
}

/**
 * The proxy as a Fastify app: infrastructure first, then one plugin per feature. Plugins pass what
 * others need as decorators, start their background work in `onReady`, and stop it in `onClose`, which
 * Fastify runs in reverse order: features stop before the service's client and the database.
 */
async function buildApp(settings: Settings, { deadlineMs }: ProxyOptions): Promise<App> {
  const app = createServer(settings);
  try {
    await addCommonPlugins(app, settings);
    app.decorate('deadlineMs', deadlineMs);
    await app.register(tracing);
    await app.register(database);
    await addFeatures(app);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Everything that works on the database. */
export async function addFeatures(app: App): Promise<void> {
  await app.register(forms);
  await app.register(upstream);
  await app.register(auth);

  await app.register(outbox);
  await app.register(polling);
  await app.register(streams);
  await app.register(schemas);
  await app.register(precandidates);
  await app.register(webhooks);
  await app.register(persons);
  await app.register(submissions);
  await app.register(bootstrap);
  await app.register(sessions);
  await app.register(retention);
  await app.register(backup);
  await app.register(locodes);
  await app.register(widgetFiles);
  await app.register(health);
  // Last, because features end their streams in hooks of their own.
  app.addHook('preClose', () => app.requestsEnded());
}

/** What applies to every route. Needs neither the database nor the service. */
export async function addCommonPlugins(app: App, settings: Settings): Promise<App> {
  app.decorate('settings', settings);
  app.decorate('publicUrl', () => settings.PUBLIC_URL ?? listeningUrl(app));
  app.decorate('onBackgroundError', (error: unknown) =>
    app.log.error(describeError(error), 'background work failed'),
  );

  await app.register(metrics);
  await app.register(securityHeaders);
  await app.register(requestLog);
  await app.register(gracefulStop);
  await app.register(problems);
  await app.register(notModified);
  await app.register(openapi);
  return app;
}

/** Where the server listens, without a trailing slash. */
function listeningUrl({ settings, server }: Pick<App, 'settings' | 'server'>): string {
  const { HOST, PORT } = settings;
  const address = server.address();
  const isListening = address !== null && typeof address !== 'string';
  const { address: host, port } = isListening ? address : { address: HOST, port: PORT };
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
