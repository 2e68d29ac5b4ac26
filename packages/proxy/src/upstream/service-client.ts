import type { Dispatcher } from 'undici';
import { createOutboundAgent, type OutboundProxy } from './outbound-agent.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { ask, type Asked } from './ask.ts';
import { decodeBody } from './decode-body.ts';
import { wasNeverSent } from './was-never-sent.ts';
import { requestIds } from '../plugins/request-log.ts';
import type { RequestGate } from './request-gate.ts';
import { retryAfterMs } from './retry-after.ts';
import { inSpan } from '../plugins/in-span.ts';

/** What the service answered, whatever its status. */
export interface ServiceAnswer {
  status: number;
  /** Raw body, at most {@link LARGEST_BODY} bytes; `undefined` when it broke off or cannot be decoded. */
  text: string | undefined;
  retry_after_ms: number;
  /** When the call was made (epoch milliseconds): the answer is at least as new as that. */
  asked_at: number;
}

export interface ServiceClient {
  /** `path` is relative to the base address. Rejects with `service-busy` or `service-unavailable`. */
  get(path: string, options?: CallOptions): Promise<ServiceAnswer>;
  /** Rejects as `get` does; a rejected `service-unavailable` may have reached the service. */
  post(path: string, body: unknown, options?: CallOptions): Promise<ServiceAnswer>;
  close(): Promise<void>;
}
export interface CallOptions {
  /** How long to wait for a place in the budget; default 5,000 ms. */
  patience_ms?: number;
  /** How long the service may take; default 10,000 ms. */
  timeout_ms?: number;
  /** Sent as `Idempotency-Key`. */
  idempotency_key?: string | undefined;
}

const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 3_000;
const PATIENCE_MS = 5_000;
const CONNECTIONS = 128;
const JSON_BODY = { 'content-type': 'application/json' };
const LARGEST_BODY = 4 * 1024 * 1024;

/** The only room that knows the API key. Equal GETs under way share one call. */
export function createServiceClient(
  base_url: string,
  api_key: string,
  gate: RequestGate,
  count: (outcome: string) => void,
  proxy?: OutboundProxy,
): ServiceClient {
  const { origin, pathname } = new URL(base_url);
  const base_path = pathname.replace(/\/$/, '');
  const own = {
    'x-api-key': api_key,
    accept: 'application/json',
    'accept-encoding': 'identity',
  };
  const connection = {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    maxResponseSize: LARGEST_BODY,
  };
  const agent = createOutboundAgent(connection, proxy);
  const underWay = new Map<string, Promise<ServiceAnswer>>();
  let isClosed = false;

  async function call(
    method: Dispatcher.HttpMethod,
    path: string,
    body: unknown,
    { patience_ms = PATIENCE_MS, timeout_ms = TIMEOUT_MS, idempotency_key }: CallOptions = {},
  ): Promise<ServiceAnswer> {
    const request_id = requestIds.getStore();
    const payload = body === undefined ? null : JSON.stringify(body);
    await gate.pass(patience_ms);
    const asked_at = Date.now();
    try {
      const pattern = patternOf(path);
      const attributes = { 'http.request.method': method, 'url.template': pattern };
      const answer = await inSpan(
        `service ${method} ${pattern}`,
        attributes,
        async (sent, span) => {
          const headers = {
            ...sent,
            ...own,
            ...(payload === null ? {} : JSON_BODY),
            ...(request_id === undefined ? {} : { 'x-request-id': request_id }),
            ...(idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }),
          };
          const to = { origin, path: base_path + path, method, headers, body: payload };
          const given = await ask(agent, { ...to, ...timeouts(timeout_ms) }, timeout_ms);
          span.setAttribute('http.response.status_code', given.status);
          return given;
        },
      );
      const text = textOf(answer);
      const retry_after_ms = retryAfterMs(answer.headers['retry-after']);
      const failed = text === undefined || answer.status === 429 || answer.status >= 500;
      count(text === undefined ? 'unreadable' : String(answer.status));
      await gate.report(failed ? 'failed' : 'ok', failed ? retry_after_ms : 0);
      return { status: answer.status, text, retry_after_ms, asked_at };
    } catch (error) {
      count('unreachable');
      // What we break off ourselves says nothing of the service, and would close the gate for others.
      if (!isClosed) await gate.report('failed', 0);
      const isNotProcessed = wasNeverSent(error);
      throw new ProblemError('service-unavailable', {
        headers: { 'retry-after': '5' },
        isNotProcessed,
      });
    }
  }

  /** Callers of an equal read share it, but each waits for the budget as long as it wants to. */
  async function get(
    path: string,
    { patience_ms = PATIENCE_MS }: CallOptions = {},
  ): Promise<ServiceAnswer> {
    const giveUpAt = performance.now() + patience_ms;
    const shared = underWay.get(path);
    if (shared === undefined) {
      const mine = call('GET', path, undefined, { patience_ms });
      underWay.set(path, mine);
      return mine.finally(() => underWay.delete(path));
    }
    try {
      return await shared;
    } catch (error) {
      const leftMs = giveUpAt - performance.now();
      const isBusy = error instanceof ProblemError && error.problemName === 'service-busy';
      if (!isBusy || leftMs <= 0) throw error;
      return get(path, { patience_ms: leftMs });
    }
  }

  return {
    get,
    post: (path, body, options) => call('POST', path, body, options),
    close() {
      isClosed = true;
      return agent.destroy();
    },
  };
}

/** For one call, in place of those of the agent. */
const timeouts = (timeout_ms: number) => ({ headersTimeout: timeout_ms, bodyTimeout: timeout_ms });

function textOf({ body, headers }: Asked): string | undefined {
  try {
    return body && decodeBody(body, headers['content-encoding'], LARGEST_BODY);
  } catch {
    return undefined;
  }
}

/** The interface's own words; whatever else stands in a path names a person, a form or a country. */
const WORDS = new Set(['precandidate', 'schema', 'persons', 'status', 'reports']);

function patternOf(path: string): string {
  const steps = path.split('/').slice(1);
  return `/${steps.map((step) => (WORDS.has(step) ? step : '{}')).join('/')}`;
}
