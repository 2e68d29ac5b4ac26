import { PATHS, type Session, type SessionRequest } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import { newPrecandidate, proxySettings, requestProxy } from 'precandidate-testing/service.ts';
import { jsonSchemaOf, type FormCase } from '../cases.ts';
import type { Certificate } from './http2-server.ts';
import { startReverseProxy } from './reverse-proxy.ts';

/** Our side: a real proxy behind a reverse proxy, and a real sandbox. */
export interface Service {
  /** Address of the proxy for browsers. */
  url: string;
  /** Creates a candidate who must fill in `form`, and a session for them. */
  newSession(form: FormCase, more?: Pick<SessionRequest, 'nonce'>): Promise<Session>;
  close(): Promise<void>;
}

/** `origin`: of the pages. */
export async function startService(certificate: Certificate, origin: string): Promise<Service> {
  const reverseProxy = await startReverseProxy(certificate);
  const sandbox = await startSandbox();
  const proxy = await startProxy({
    ...proxySettings(sandbox),
    ALLOWED_ORIGINS: origin,
    PUBLIC_URL: reverseProxy.url,
  });
  reverseProxy.forwardTo(proxy.url);
  let sessions = 0;
  return {
    url: reverseProxy.url,
    async newSession(form, more) {
      const pipeline_name = `bench_${form.id}_${(sessions += 1)}`;
      await fetch(`${sandbox.url}/_control/pipelines`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          pipeline_name,
          country_code: 'PE',
          form_schema: jsonSchemaOf(form),
        }),
      });
      const record = await newPrecandidate(proxy.url, { pipeline_name });
      const { person_id, precandidate_id: form_id } = record;
      const request = { person_id, form_id, origin, locale: 'en', ttl_seconds: 86_400, ...more };
      const response = await requestProxy(proxy.url, PATHS.sessions, { body: request });
      if (!response.ok) throw new Error(`no session: ${await response.text()}`);
      return (await response.json()) as Session;
    },
    async close() {
      reverseProxy.close();
      await proxy.close();
      await sandbox.close();
    },
  };
}
