import type { IncomingMessage } from 'node:http';
import { PATHS, type Precandidate, type Session } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import {
  BUSY_MACHINE,
  proxySettings,
  requestProxy,
  untilPrerendered,
} from '../../../../../tests/stage/service.ts';

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

const ANA = { email: 'ana@example.com', phone: '+51987654321' };

interface Context {
  path: string;
  method: string;
  req: IncomingMessage;
  status: number;
  body: unknown;
}

/** A proxy and a sandbox, with routes for the tests under `/stage/`. */
export async function startStage(origin: string) {
  const sandbox = await startSandbox({ report_delay_ms: 50 });
  const more = { ALLOWED_ORIGINS: origin, RATE_LIMIT: '100000' };
  const proxy = await startProxy({ ...proxySettings(sandbox), ...more }, BUSY_MACHINE);
  let pipelines = 0;

  async function post<Body>(url: string, path: string, body: unknown): Promise<Body> {
    const response = await requestProxy(url, path, { body });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path} answered ${JSON.stringify(answer)}`);
    return answer as Body;
  }

  async function pipelineFor(pipeline: object) {
    const pipeline_name = `test_${(pipelines += 1)}`;
    await post(sandbox.url, '/_control/pipelines', { pipeline_name, ...pipeline });
    return pipeline_name;
  }

  async function candidate(request: CandidateRequest): Promise<StagedCandidate> {
    const { country_code = 'PE', locale, prefill, form_schema, reports_enabled } = request;
    const pipeline_name =
      request.pipeline_name ?? (await pipelineFor({ country_code, form_schema, reports_enabled }));
    const { url: proxyUrl } = proxy;
    const record = await post<Precandidate>(proxyUrl, PATHS.precandidates, {
      pipeline_name,
      country_code,
      ...ANA,
    });
    const mint = () =>
      post<Session>(proxyUrl, PATHS.sessions, {
        person_id: record.person_id,
        form_id: record.precandidate_id,
        html: request.isPrerendered ?? false,
        ...(locale && { locale }),
        ...(prefill !== undefined && { prefill }),
      });
    const { token, html } = await untilPrerendered(
      mint,
      (session) => session.html !== undefined || !request.isPrerendered,
    );
    return { record, token, html, proxyUrl };
  }

  /** `/stage/candidate` creates one, `/stage/sandbox/…` calls the sandbox. */
  async function middleware(context: Context, next: () => Promise<void>): Promise<void> {
    if (!context.path.startsWith('/stage/')) return next();
    if (context.path === '/stage/proxy') {
      context.body = { proxyUrl: proxy.url };
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
      await proxy.close();
      await sandbox.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
