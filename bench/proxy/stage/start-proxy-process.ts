import { fileURLToPath } from 'node:url';
import { figuresOf, type ProcessFigures } from './figures-of.ts';
import { type Child, startChild } from './start-child.ts';
import { API_KEY } from './start-service.ts';

const BACKEND_KEY = 'load-backend-key-0123456789';
export const ORIGIN = 'https://hr.example';
export const WEBHOOK_SECRET = 'load-webhook-secret-0123456789';

/** The proxy as an operator starts it: its published command, in a process of its own. */
export interface ProxyProcess extends Pick<Child, 'pid' | 'ready_ms' | 'end'> {
  url: string;
  figures(): ProcessFigures;
  /** Collects garbage: what is in memory afterwards is in use. Of a {@link COLLECTABLE} one. */
  collect(): Promise<void>;
  /** A figure of `/metrics` by its whole name, labels included; 0 when absent. */
  metric(name: string): Promise<number>;
  /** As the portal's back end; rejects when the answer is no 2xx. */
  backend(path: string, body: object): Promise<Record<string, string>>;
}

const MAIN = fileURLToPath(
  new URL('dist/main.js', import.meta.resolve('precandidate-proxy/package.json')),
);

/** Settings of a proxy that {@link ProxyProcess.collect} is called of. */
export const COLLECTABLE = {
  NODE_OPTIONS: `--import ${new URL('collect-on-signal.ts', import.meta.url).href}`,
};

/** `api_url`: the service's. `env` goes before what every run has in common. `log`: a file for its lines. */
export async function startProxyProcess(
  api_url: string,
  env: Record<string, string>,
  log?: string,
): Promise<ProxyProcess> {
  const settings = { ...settingsFor(api_url), ...env };
  const child = await startChild([MAIN], settings, /^ready {2}(\S+)$/, log);
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

/** Everything else stays at its default: logging is on, its lines go nowhere. */
function settingsFor(api_url: string): Record<string, string> {
  return {
    UPSTREAM_URL: api_url,
    UPSTREAM_API_KEY: API_KEY,
    BACKEND_KEYS: BACKEND_KEY,
    SESSION_SECRETS: 'load-session-secret-0123456789-0123456789',
    ALLOWED_ORIGINS: ORIGIN,
    WEBHOOK_SECRETS: WEBHOOK_SECRET,
    PORT: '0',
    // All browsers of a run come from one address, and a run has one budget to look at.
    RATE_LIMIT: '1000000',
    UPSTREAM_RPS: '1000',
    WEBHOOK_RATE_LIMIT: '1000000',
    MAX_STREAMS: '20000',
  };
}
