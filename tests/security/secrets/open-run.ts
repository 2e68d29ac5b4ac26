import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { startProxyCommand } from '../../stage/proxy-process.ts';
import { ORIGIN } from '../../stage/service.ts';
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
  const collector = await startCollector();
  const data_dir = await mkdtemp(join(tmpdir(), 'precandidate-secrets-'));
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
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  await proxy.ready;
  t.after(async () => {
    await proxy.stop();
    await sandbox.close();
    receiver.close();
    collector.close();
    await rm(data_dir, { recursive: true, force: true });
  });
  return {
    ...observe(),
    url: proxy.url,
    pid: proxy.pid,
    sandbox,
    data_dir,
    log: proxy.output,
    stop: proxy.stop,
    events: () => receiver.events,
    spans: () => ({ place: 'spans', text: collector.text() }),
    event: receiver.event,
  };
}

/** Receives traces and keeps their headers and bodies. */
async function startCollector() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push(JSON.stringify(request.headers), Buffer.concat(chunks).toString('utf8'));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => received.join('\n'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The portal's back end: rejects the first event, redirects the second, accepts the rest. */
async function startReceiver() {
  const events: Output[] = [];
  const waiting = new Set<() => void>();
  const answers = [500, 302];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    // The proxy asks whether unsigned requests are refused.
    if (request.headers['webhook-signature'] === undefined)
      return void response.writeHead(401).end();
    const status = answers.shift() ?? 200;
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end();
    const { type } = JSON.parse(body) as { type: string };
    events.push({ place: `event ${type}`, text: `${JSON.stringify(request.headers)}\n${body}` });
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    events,
    event: (text: string) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (!events.some((event) => event.text.includes(text))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
