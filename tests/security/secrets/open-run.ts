import type { TestContext } from 'node:test';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { startCollector } from 'precandidate-testing/collector.ts';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { startReceiver } from 'precandidate-testing/receiver.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { ORIGIN } from 'precandidate-testing/service.ts';
import { KEPT, observe, type Observed, type Output } from './secret.ts';

const TRACING = new URL('../../../packages/proxy/test/preload-tracing.ts', import.meta.url).href;

/** A proxy at the lowest log level, its environment, and all its output. */
export interface Run extends Observed {
  url: string;
  pid: number;
  sandbox: Sandbox;
  data_dir: string;
  log(): string;
  /** Relayed events so far, headers and bodies. */
  events(): Output[];
  /** Received traces so far; complete once the run is stopped. */
  spans(): Output;
  /** Resolves to the first event, past or future, whose body contains `text`. */
  event(text: string): Promise<void>;
  stop(): Promise<number | null>;
}

export async function openRun(t: TestContext): Promise<Run> {
  const sandbox = await startSandbox({ api_key: KEPT.api_key, report_delay_ms: 10 });
  const receiver = await startReceiver();
  // It rejects the first event and redirects the second.
  receiver.answer(500, { status: 302, headers: { location: 'http://127.0.0.1:9/' } });
  const collector = await startCollector(t);
  const data_dir = await newFolder(t);
  const proxy = startProxyCommand({
    UPSTREAM_URL: sandbox.apiUrl,
    UPSTREAM_API_KEY: KEPT.api_key,
    BACKEND_KEYS: `${KEPT.backend_key},${KEPT.other_backend_key}`,
    SESSION_SECRETS: `${KEPT.session_secret},${KEPT.old_session_secret}`,
    ALLOWED_ORIGINS: ORIGIN,
    WEBHOOK_SECRETS: KEPT.webhook_secret,
    RELAY_URL: receiver.url,
    RELAY_SECRET: KEPT.relay_secret,
    RELAY_ALLOW_PRIVATE: 'true',
    DATA_DIR: data_dir,
    PORT: '0',
    LOG_LEVEL: 'trace',
    POLL_MIN_SECONDS: '1',
    RECONCILE_SECONDS: '1',
    NODE_OPTIONS: `--import ${TRACING}`,
    COLLECTOR_URL: collector.url,
  });
  await proxy.ready;
  t.after(async () => {
    await proxy.stop();
    await Promise.all([sandbox.close(), receiver.close()]);
  });
  return {
    ...observe(),
    url: proxy.url,
    pid: proxy.pid,
    sandbox,
    data_dir,
    log: proxy.output,
    stop: proxy.stop,
    events: () =>
      receiver.received.map(({ event, headers, text }) => ({
        place: `event ${event.type}`,
        text: `${JSON.stringify(headers)}\n${text}`,
      })),
    spans: () => ({ place: 'spans', text: collector.text() }),
    event: async (text) => void (await receiver.next((one) => one.text.includes(text))),
  };
}
