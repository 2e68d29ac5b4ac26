import { fileURLToPath } from 'node:url';
import { figuresOf, startChild, type Child, type ProcessFigures } from './start-child.ts';

/** The published sandbox command in its own process. */
export interface ServiceProcess {
  url: string;
  api_url: string;
  pid: number;
  /** `METHOD /route` → requests since the last call. */
  takeCounts(): Promise<Record<string, number>>;
  /** Changes the status of a form's precandidate; resolves to the time before the change (epoch ms). */
  change(form_id: string, precandidate_status: string): Promise<number>;
  stop(): Promise<void>;
}

export const API_KEY = 'load-key-0123456789';
const SANDBOX = fileURLToPath(
  new URL('dist/main.js', import.meta.resolve('precandidate-sandbox/package.json')),
);

export async function startService(): Promise<ServiceProcess> {
  const env = { SANDBOX_PORT: '0', SANDBOX_API_KEY: API_KEY, SANDBOX_REPORT_DELAY_MS: '100' };
  const child = await startChild([SANDBOX], env, /ready {2}(\S+)$/);
  const url = child.ready.replace(/\/v3$/, '');

  return {
    url,
    api_url: child.ready,
    pid: child.pid,
    async takeCounts() {
      const answer = await fetch(`${url}/_control/requests`);
      const { counts } = (await answer.json()) as { counts: Record<string, number> };
      await fetch(`${url}/_control/requests`, { method: 'DELETE' });
      return counts;
    },
    async change(form_id, precandidate_status) {
      const ordered_at = Date.now();
      const answer = await fetch(`${url}/_control/precandidates/${form_id}/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ precandidate_status }),
      });
      if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
      await answer.body?.cancel();
      return ordered_at;
    },
    stop: () => child.end('SIGTERM'),
  };
}

const BACKEND_KEY = 'load-backend-key-0123456789';
export const ORIGIN = 'https://hr.example';
export const WEBHOOK_SECRET = 'load-webhook-secret-0123456789';

/** The published proxy command in its own process. */
export interface ProxyProcess extends Pick<Child, 'pid' | 'ready_ms' | 'end'> {
  url: string;
  figures(): ProcessFigures;
  /** Collects garbage; works with the settings {@link COLLECTABLE}. */
  collect(): Promise<void>;
  /** A value of `/metrics` by its full name, labels included; 0 when absent. */
  metric(name: string): Promise<number>;
  /** Posts as the portal's back end; rejects unless the response is 2xx. */
  backend(path: string, body: object): Promise<Record<string, string>>;
}

const PROXY = fileURLToPath(
  new URL('dist/main.js', import.meta.resolve('precandidate-proxy/package.json')),
);

/** Settings for {@link ProxyProcess.collect}. */
export const COLLECTABLE = {
  NODE_OPTIONS: `--import ${new URL('collect-on-signal.ts', import.meta.url).href}`,
};

/** `api_url`: the service's. `env` overrides the common settings. `log`: a file for the output. */
export async function startProxyProcess(
  api_url: string,
  env: Record<string, string>,
  log?: string,
): Promise<ProxyProcess> {
  const settings = { ...settingsFor(api_url), ...env };
  const child = await startChild([PROXY], settings, /^ready {2}(\S+)$/, log);
  const url = child.ready;
  return {
    pid: child.pid,
    ready_ms: child.ready_ms,
    url,
    end: child.end,
    figures: () => figuresOf(child.pid),

    async collect() {
      const done = child.line(/^collected$/);
      process.kill(child.pid, 'SIGWINCH');
      await done;
    },

    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text();
      const line = text.split('\n').find((each) => each.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1) ?? 0);
    },

    async backend(path, body) {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${BACKEND_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return JSON.parse(text) as Record<string, string>;
    },
  };
}

/** Other settings keep their defaults; logging is on. */
function settingsFor(api_url: string): Record<string, string> {
  return {
    UPSTREAM_URL: api_url,
    UPSTREAM_API_KEY: API_KEY,
    BACKEND_KEYS: BACKEND_KEY,
    SESSION_SECRETS: 'load-session-secret-0123456789-0123456789',
    ALLOWED_ORIGINS: ORIGIN,
    WEBHOOK_SECRETS: WEBHOOK_SECRET,
    PORT: '0',
    // All browsers of a run share one address.
    RATE_LIMIT: '1000000',
    UPSTREAM_RPS: '1000',
    WEBHOOK_RATE_LIMIT: '1000000',
    MAX_STREAMS: '20000',
  };
}

/** A temporary Postgres that can crash. */
export interface Postgres {
  url: string;
  /** Crashes it. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

const RUN = fileURLToPath(new URL('../../../scripts/test/postgres.mjs', import.meta.url));

/** `undefined` when no Postgres can be installed here. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const child = await startChild([RUN], {}, /^(?:ready (\S+)|none)$/);
  const order = async (command: string): Promise<void> => {
    const done = child.line(new RegExp(`^${command}$`));
    child.send(command);
    await done;
  };
  if (child.ready === 'none') return undefined;
  return {
    url: child.ready,
    down: () => order('down'),
    up: () => order('up'),
    stop: () => child.endInput(),
  };
}
