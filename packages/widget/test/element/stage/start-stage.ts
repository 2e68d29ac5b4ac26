import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS, type Precandidate, type Session } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import { startFlakyFiles } from './start-flaky-files.ts';

/** Options of a test's candidate. */
export interface CandidateRequest {
  /** An existing pipeline, or… */
  pipeline_name?: string;
  /** …a schema, for a new pipeline. */
  form_schema?: unknown;
  reports_enabled?: string[];
  country_code?: string;
  locale?: string;
  prefill?: unknown;
  /** Whether the session comes with the prerendered form; default `false`. */
  isPrerendered?: boolean;
  /** Which of the two proxies; default `form`. */
  channel?: 'form' | 'handoff';
}

/** A candidate whose data is missing, and the session to collect it. */
export interface StagedCandidate {
  record: Precandidate;
  token: string;
  /** The element with the prerendered form. */
  html: string | undefined;
  /** Where the element finds its proxy. */
  proxyUrl: string;
}

/** As in `tests/stage/service.ts`. */
const BUSY_MACHINE = { deadlineMs: 25_000 };
const PRERENDER_WITHIN_MS = 120_000;

const ANA = { email: 'ana@example.com', phone: '+51987654321' };

interface Context {
  path: string;
  query: Record<string, string>;
  method: string;
  req: IncomingMessage;
  status: number;
  body: unknown;
}

/** Two proxies on one sandbox, with routes for the tests under `/stage/`. */
export async function startStage(origin: string) {
  const sandbox = await startSandbox({ report_delay_ms: 50 });
  const backendKey = randomBytes(24).toString('base64url');
  const form = await startOne('form');
  const handoff = await startOne('handoff');
  const flaky = await startFlakyFiles(form.url);
  let pipelines = 0;

  async function startOne(channel: 'form' | 'handoff') {
    const folder = await mkdtemp(join(tmpdir(), 'precandidate-stage-'));
    const settings = {
      UPSTREAM_URL: sandbox.apiUrl,
      UPSTREAM_API_KEY: sandbox.apiKey,
      BACKEND_KEYS: backendKey,
      SESSION_SECRETS: randomBytes(32).toString('base64url'),
      ALLOWED_ORIGINS: origin,
      SUBMISSION_CHANNEL: channel,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      WEBHOOK_SECRETS: randomBytes(24).toString('base64url'),
      RELAY_URL: `${origin}/stage/relay`,
      RELAY_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      RELAY_ALLOW_PRIVATE: 'true',
      // Hundreds of forms are open at once, and each submit waits for a poll.
      UPSTREAM_RPS: '1000',
      RATE_LIMIT: '100000',
      LOG_LEVEL: 'silent',
    };
    const proxy = await startProxy(settings, BUSY_MACHINE);
    return {
      url: proxy.url,
      close: async () => {
        await proxy.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  }

  async function post<Body>(url: string, body: unknown): Promise<Body> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${backendKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${url} answered ${JSON.stringify(answer)}`);
    return answer as Body;
  }

  async function pipelineFor(pipeline: object) {
    const pipeline_name = `test_${(pipelines += 1)}`;
    await post(`${sandbox.url}/_control/pipelines`, { pipeline_name, ...pipeline });
    return pipeline_name;
  }

  async function candidate(request: CandidateRequest): Promise<StagedCandidate> {
    const { country_code = 'PE', channel, locale, prefill, form_schema, reports_enabled } = request;
    const pipeline_name =
      request.pipeline_name ?? (await pipelineFor({ country_code, form_schema, reports_enabled }));
    const proxyUrl = (channel === 'handoff' ? handoff : form).url;
    const record = await post<Precandidate>(proxyUrl + PATHS.precandidates, {
      pipeline_name,
      country_code,
      ...ANA,
    });
    const mint = () =>
      post<Session>(proxyUrl + PATHS.sessions, {
        person_id: record.person_id,
        form_id: record.precandidate_id,
        html: request.isPrerendered ?? false,
        ...(locale && { locale }),
        ...(prefill !== undefined && { prefill }),
      });
    const { token, html } = await (request.isPrerendered ? untilPrerendered(mint) : mint());
    return { record, token, html, proxyUrl };
  }

  /** `/stage/candidate` creates one, `/stage/echo` returns its query, `/stage/sandbox/…` calls the sandbox. */
  async function middleware(context: Context, next: () => Promise<void>): Promise<void> {
    if (!context.path.startsWith('/stage/')) return next();
    if (context.path === '/stage/proxy') {
      context.body = { proxyUrl: form.url, flakyUrl: flaky.url };
    } else if (context.path === '/stage/echo') {
      context.body = context.query;
    } else if (context.path === '/stage/candidate') {
      context.body = await candidate(JSON.parse(await bodyOf(context.req)) as CandidateRequest);
    } else if (context.path.startsWith('/stage/sandbox/')) {
      const path = context.path.replace('/stage/sandbox', '');
      const init: RequestInit = { method: context.method };
      const body = await bodyOf(context.req);
      if (body) Object.assign(init, { body, headers: { 'content-type': 'application/json' } });
      const answer = await fetch(sandbox.url + path, init);
      context.body = await answer.text();
      context.status = answer.status;
    }
  }

  return {
    middleware,
    close: async () => {
      await Promise.all([form.close(), handoff.close(), flaky.close()]);
      await sandbox.close();
    },
  };
}

/** On a busy machine, the proxy responds without the prerendered form. */
async function untilPrerendered(mint: () => Promise<Session>): Promise<Session> {
  const deadline = performance.now() + PRERENDER_WITHIN_MS;
  for (;;) {
    const session = await mint();
    if (session.html !== undefined || performance.now() > deadline) return session;
    await pause(50);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
