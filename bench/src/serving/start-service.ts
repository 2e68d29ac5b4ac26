import { PATHS, type Precandidate, type Session, type SessionRequest } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import { jsonSchemaOf } from '../cases/json-schema.ts';
import type { FormCase } from '../cases/form-case.ts';
import { openFront } from './front.ts';
import type { Line } from './listen-http2.ts';

const KEY = 'a-key-of-the-portals-back-end';

/** Our side: a real proxy behind its front, and a real sandbox. */
export interface Service {
  /** Where a browser finds the proxy. */
  url: string;
  /** What the portal's back end is given for a candidate who is asked for `form`. */
  newSession(form: FormCase, more?: Pick<SessionRequest, 'nonce'>): Promise<Session>;
  close(): Promise<void>;
}

/** Starts it for pages of `origin`. */
export async function startService(line: Line, origin: string): Promise<Service> {
  const front = await openFront(line);
  const sandbox = await startSandbox();
  const proxy = await startProxy({
    UPSTREAM_URL: sandbox.apiUrl,
    UPSTREAM_API_KEY: sandbox.apiKey,
    BACKEND_KEYS: KEY,
    SESSION_SECRETS: 'a-secret-of-at-least-thirty-two-characters',
    ALLOWED_ORIGINS: origin,
    PUBLIC_URL: front.url,
    DATA_DIR: ':memory:',
    PORT: '0',
    RATE_LIMIT: '100000',
    LOG_LEVEL: 'silent',
  });
  front.leadTo(proxy.url);
  let sessions = 0;
  return {
    url: front.url,
    newSession: async (form, more) => {
      const pipeline_name = `bench_${form.id}_${(sessions += 1)}`;
      const pipeline = { pipeline_name, country_code: 'PE', form_schema: jsonSchemaOf(form) };
      await post(`${sandbox.url}/_control/pipelines`, pipeline);
      const record = (await post(proxy.url + PATHS.precandidates, {
        country_code: 'PE',
        pipeline_name,
        email: 'a@example.com',
      })) as Precandidate;
      return (await post(proxy.url + PATHS.sessions, {
        person_id: record.person_id,
        form_id: record.precandidate_id,
        origin,
        locale: 'en',
        ttl_seconds: 86_400,
        ...more,
      })) as Session;
    },
    async close() {
      front.close();
      await proxy.close();
      await sandbox.close();
    },
  };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response.json();
}
