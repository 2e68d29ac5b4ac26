import { request } from 'undici';
import { createOutboundAgent, type OutboundProxy } from '../upstream/outbound-agent.ts';
import { requestIds } from '../plugins/request-log.ts';
import { retryAfterMs } from '../upstream/retry-after.ts';
import { inSpan } from '../plugins/in-span.ts';

/** What came of posting a form: the status, or where it broke. */
export type FormAnswer =
  | { kind: 'answered'; status: number; retry_after_ms: number }
  /** The connection was never made: the service surely has nothing. */
  | { kind: 'not-sent' }
  /** It broke on the way: the service may have it. */
  | { kind: 'unknown' };

export interface FormClient {
  /** Posts `data` as JSON. Redirects are not followed. Never rejects. */
  post(form_url: string, data: unknown, idempotency_key: string): Promise<FormAnswer>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 20_000;
/** Failures of undici and of the socket that come before a byte of the request is out. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Speaks to the hosted form. It is another server than the API: it never sees the API key. */
export function createFormClient(proxy?: OutboundProxy): FormClient {
  const options = {
    connections: 32,
    connect: { timeout: 3_000 },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  };
  const agent = createOutboundAgent(options, proxy);

  return {
    async post(form_url, data, idempotency_key) {
      const request_id = requestIds.getStore();
      try {
        const answer = await inSpan('form POST', {}, async (headers, span) => {
          const given = await request(form_url, {
            method: 'POST',
            dispatcher: agent,
            signal: AbortSignal.timeout(TIMEOUT_MS),
            headers: {
              ...headers,
              'content-type': 'application/json',
              accept: 'application/json',
              'idempotency-key': idempotency_key,
              ...(request_id === undefined ? {} : { 'x-request-id': request_id }),
            },
            body: JSON.stringify(data),
          });
          span.setAttribute('http.response.status_code', given.statusCode);
          return given;
        });
        // The status is the answer; a body that breaks off changes nothing.
        await answer.body.dump().catch(() => undefined);
        const retry_after_ms = retryAfterMs(answer.headers['retry-after']);
        return { kind: 'answered', status: answer.statusCode, retry_after_ms };
      } catch (error) {
        return { kind: wasNeverSent(error) ? 'not-sent' : 'unknown' };
      }
    },
    close: () => agent.destroy(),
  };
}

function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BEFORE_SENDING.has(String(error.code));
}
