import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Precandidate, UiSchema } from 'precandidate-contract';
import { startPair } from 'precandidate-testing/pair.ts';
import { BUSY_MACHINE, newPrecandidate, untilPrerendered } from 'precandidate-testing/service.ts';

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
  ui_schema?: UiSchema;
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

interface Context {
  path: string;
  method: string;
  req: IncomingMessage;
  status: number;
  body: unknown;
}

/** A proxy and a sandbox, with routes for the tests under `/stage/`. */
export async function startStage(origin: string) {
  const stops: (() => unknown)[] = [];
  const env = { ALLOWED_ORIGINS: origin, RATE_LIMIT: '100000' };
  const pair = await startPair(
    { after: (stop) => void stops.push(stop) },
    { env, ...BUSY_MACHINE },
  );

  async function candidate(request: CandidateRequest): Promise<StagedCandidate> {
    const { country_code = 'PE', form_schema, reports_enabled, isPrerendered = false } = request;
    const { pipeline_name = crypto.randomUUID(), locale, prefill, ui_schema } = request;
    if (pipeline_name !== request.pipeline_name) {
      const pipeline = { pipeline_name, country_code, form_schema, reports_enabled };
      await pair.control('/_control/pipelines', pipeline);
    }
    const creation = { pipeline_name, country_code, phone: '+51987654321' };
    const record = await newPrecandidate(pair.url, creation);
    const form = { person_id: record.person_id, form_id: record.precandidate_id };
    const { token, html } = await untilPrerendered(
      () => pair.session(form, { html: isPrerendered, locale, prefill, ui_schema }),
      (session) => session.html !== undefined || !isPrerendered,
    );
    return { record, token, html, proxyUrl: pair.url };
  }

  /** `/stage/candidate` creates one, `/stage/sandbox/…` calls the sandbox. */
  async function middleware(context: Context, next: () => Promise<void>): Promise<void> {
    if (!context.path.startsWith('/stage/')) return next();
    if (context.path === '/stage/proxy') {
      context.body = { proxyUrl: pair.url };
    } else if (context.path === '/stage/candidate') {
      context.body = await candidate(JSON.parse(await text(context.req)) as CandidateRequest);
    } else if (context.path.startsWith('/stage/sandbox/')) {
      const path = context.path.replace('/stage/sandbox', '');
      const init: RequestInit = { method: context.method };
      const body = await text(context.req);
      if (body) Object.assign(init, { body, headers: { 'content-type': 'application/json' } });
      const answer = await fetch(pair.sandbox.url + path, init);
      context.body = await answer.text();
      context.status = answer.status;
    }
  }

  return {
    middleware,
    close: async () => {
      for (const stop of stops) await stop();
    },
  };
}
