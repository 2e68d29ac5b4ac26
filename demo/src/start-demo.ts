import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATHS } from 'precandidate-contract';
import { startProxy, type ProxyOptions } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { RELAYED_EVENTS } from './routes/relayed-events.ts';
import { HOST, startPortal, type Portal } from './portal.ts';
import type { PortalSettings } from './portal-context.ts';

/** 0 uses a free port. */
export interface DemoPorts {
  portal: number;
  proxy: number;
  sandbox: number;
}

/** Sandbox, proxy, and portal, configured for each other. */
export interface Demo {
  sandbox: Sandbox;
  proxy: Awaited<ReturnType<typeof startProxy>>;
  portal: Portal;
  /** The keys between the three. No page may contain them. */
  secrets: Readonly<Secrets>;
  /** Stops all three and deletes their data. */
  close(): Promise<void>;
}

const WEBHOOK_HEADER = 'X-Webhook-Secret';

/**
 * Starts all three in this process, with new secrets, and with data in memory and in a temporary
 * folder. `proxyEnv` overrides settings of the proxy. When one fails to start, the others stop.
 */
export async function startDemo(
  ports: DemoPorts = { portal: 0, proxy: 0, sandbox: 0 },
  proxyEnv: Record<string, string> = {},
  proxyOptions: ProxyOptions = {},
): Promise<Demo> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'precandidate-demo-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const sandbox = await startSandbox({ host: HOST, port: ports.sandbox });
    closers.push(() => sandbox.close());
    const secrets = newSecrets();
    // The portal starts first, because the proxy relays to it.
    const settings: PortalSettings = {
      port: ports.portal,
      proxyUrl: '',
      backendKey: secrets.backend,
      relaySecret: secrets.relay,
      sandboxUrl: sandbox.url,
    };
    const portal = await startPortal(settings);
    closers.push(() => portal.close());
    const env = {
      ...proxySettings(ports.proxy, secrets, sandbox, portal.url, dataDir),
      ...proxyEnv,
    };
    const proxy = await startProxy(env, proxyOptions);
    closers.push(() => proxy.close());
    settings.proxyUrl = proxy.url;
    await setOrganisationWebhook(sandbox.url, proxy.url, secrets.webhook);
    return { sandbox, proxy, portal, secrets, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Secrets = ReturnType<typeof newSecrets>;

function newSecrets() {
  const secret = () => randomBytes(32).toString('base64url');
  const relay = `whsec_${randomBytes(32).toString('base64')}`;
  return { backend: secret(), session: secret(), webhook: secret(), relay };
}

function proxySettings(
  port: number,
  secrets: Secrets,
  sandbox: Sandbox,
  portalUrl: string,
  dataDir: string,
): Record<string, string> {
  return {
    HOST,
    PORT: String(port),
    UPSTREAM_URL: sandbox.apiUrl,
    UPSTREAM_API_KEY: sandbox.apiKey,
    BACKEND_KEYS: secrets.backend,
    SESSION_SECRETS: secrets.session,
    ALLOWED_ORIGINS: `${portalUrl},${portalUrl.replace(HOST, 'localhost')}`,
    WEBHOOK_HEADER,
    WEBHOOK_SECRETS: secrets.webhook,
    RELAY_URL: portalUrl + RELAYED_EVENTS,
    RELAY_SECRET: secrets.relay,
    RELAY_ALLOW_PRIVATE: 'true',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  };
}

/** Set up by the service's support in real life: webhooks for persons that come from a form. */
async function setOrganisationWebhook(sandboxUrl: string, proxyUrl: string, secret: string) {
  await fetch(`${sandboxUrl}/_control/organisation-webhook`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      webhook_url: proxyUrl + PATHS.personCompleted,
      webhook_headers: { [WEBHOOK_HEADER]: secret },
      webhook_details: true,
    }),
  });
}
