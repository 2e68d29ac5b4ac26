import { PATHS, type Precandidate, type Session, type SessionRequest } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import { jsonSchemaOf, type FormCase } from '../cases.ts';
import { startReverseProxy } from './reverse-proxy.ts';
import type { Line } from './http2-server.ts';

const KEY = 'a-key-of-the-portals-back-end';

/** Our side: a real proxy behind a reverse proxy, and a real sandbox. */
export interface Service {
  /** Address of the proxy for browsers. */
  url: string;
  /** Creates a candidate who must fill in `form`, and a session for them. */
  newSession(form: FormCase, more?: Pick<SessionRequest, 'nonce'>): Promise<Session>;
  close(): Promise<void>;
}

/** `origin`: of the pages. */
export async function startService(line: Line, origin: string): Promise<Service> {
  const reverseProxy = await startReverseProxy(line);
  const sandbox = await startSandbox();
  const proxy = await startProxy({
    UPSTREAM_URL: sandbox.apiUrl,
    UPSTREAM_API_KEY: sandbox.apiKey,
    BACKEND_KEYS: KEY,
    SESSION_SECRETS: 'a-secret-of-at-least-thirty-two-characters',
    ALLOWED_ORIGINS: origin,
    PUBLIC_URL: reverseProxy.url,
    DATA_DIR: ':memory:',
    PORT: '0',
    RATE_LIMIT: '100000',
    LOG_LEVEL: 'silent',
  });
  reverseProxy.forwardTo(proxy.url);
  let sessions = 0;
  return {
    url: reverseProxy.url,
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
      reverseProxy.close();
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
