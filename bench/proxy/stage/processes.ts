import { fileURLToPath } from 'node:url';
import { serviceRequests, setStatus } from 'precandidate-testing/sandbox-control.ts';
import { proxySettings, requestProxy } from 'precandidate-testing/service.ts';
import { figuresOf, startChild, type Child, type ProcessFigures } from './start-child.ts';

/** The published sandbox command in its own process. */
export interface ServiceProcess {
  url: string;
  api_url: string;
  /** `METHOD /route` → requests since the last call. */
  takeCounts(): Promise<Record<string, number>>;
  /** Changes the status of a form's precandidate; resolves to the time before the change (epoch ms). */
  change(form_id: string, precandidate_status: string): Promise<number>;
  stop(): Promise<void>;
}

const API_KEY = 'load-key-0123456789';
const SANDBOX = fileURLToPath(
  new URL('dist/main.js', import.meta.resolve('precandidate-sandbox/package.json')),
);

export async function startService(): Promise<ServiceProcess> {
  const env = { SANDBOX_PORT: '0', SANDBOX_API_KEY: API_KEY, SANDBOX_REPORT_DELAY_MS: '100' };
  const child = await startChild([SANDBOX], env, /ready {2}(\S+)$/m);
  const url = child.ready.replace(/\/v3$/, '');

  return {
    url,
    api_url: child.ready,
    async takeCounts() {
      const counts = await serviceRequests(url);
      await fetch(`${url}/_control/requests`, { method: 'DELETE' });
      return counts;
    },
    async change(form_id, precandidate_status) {
      const changedAt = Date.now();
      await setStatus(url, form_id, precandidate_status);
      return changedAt;
    },
    stop: child.end,
  };
}

/** The published proxy command in its own process. */
export interface ProxyProcess extends Pick<Child, 'pid' | 'readyMs' | 'end'> {
  url: string;
  figures(): ProcessFigures;
  /** Resolves after a garbage collection. */
  collect(): Promise<void>;
  /** A value of `/metrics` by its full name, labels included; 0 when absent. */
  metric(name: string): Promise<number>;
  /** Posts as the portal's back end; rejects unless the response is 2xx. */
  backend(path: string, body: object): Promise<Record<string, string>>;
}

const PROXY = fileURLToPath(
  new URL('dist/main.js', import.meta.resolve('precandidate-proxy/package.json')),
);

/** Lets {@link ProxyProcess.collect} work. */
const COLLECTS_GARBAGE = [
  '--expose-gc',
  `--import=${import.meta.resolve('precandidate-testing/collect-garbage.ts')}`,
];

/** `api_url`: the service's. `env` overrides the common settings. */
export async function startProxyProcess(
  api_url: string,
  env: Record<string, string>,
): Promise<ProxyProcess> {
  const settings = { ...settingsFor(api_url), ...env };
  const child = await startChild([...COLLECTS_GARBAGE, PROXY], settings, /^ready {2}(\S+)$/m);
  const url = child.ready;
  return {
    pid: child.pid,
    readyMs: child.readyMs,
    url,
    end: child.end,
    figures: () => figuresOf(child.pid),

    async collect() {
      await child.exchange('collect');
    },

    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text();
      const line = text.split('\n').find((each) => each.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1) ?? 0);
    },

    async backend(path, body) {
      const response = await requestProxy(url, path, { body });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return JSON.parse(text) as Record<string, string>;
    },
  };
}

/** Logging, polls, and limits keep their defaults, as far as the run allows. */
function settingsFor(apiUrl: string): Record<string, string> {
  const {
    LOG_LEVEL: _level,
    DATA_DIR: _folder,
    ...settings
  } = proxySettings({ apiUrl, apiKey: API_KEY });
  return {
    ...settings,
    // All browsers of a run share one address, and say that they have others: streams are limited.
    RATE_LIMIT: '1000000',
    TRUST_PROXY: '127.0.0.1',
  };
}
