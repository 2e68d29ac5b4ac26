import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { inSpan } from '../plugins/tracing.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import { requestIds } from '../plugins/request-log.ts';
import { createOutboundAgent, type OutboundProxy, wasNeverSent } from './outbound.ts';
import type { RequestBudget } from './request-budget.ts';

/** A response of the service with any status. */
export interface ServiceAnswer {
  status: number;
  /** Raw body, at most {@link LARGEST_BODY} bytes; `undefined` when it was cut short or cannot be decoded. */
  text: string | undefined;
  retry_after_ms: number;
  /** When the request was made (epoch milliseconds); the response is at least as new. */
  requested_at: number;
}

export interface ServiceClient {
  /** `path` is relative to the base address. Rejects with `service-busy` or `service-unavailable`. */
  get(path: string, options?: CallOptions): Promise<ServiceAnswer>;
  /** Rejects as `get` does; a rejected `service-unavailable` may have reached the service. */
  post(path: string, body: unknown, options?: CallOptions): Promise<ServiceAnswer>;
  /** Loads what the first call needs. */
  warmUp(): Promise<unknown>;
  close(): Promise<void>;
}
export interface CallOptions {
  /** How long to wait for the request budget; default 5,000 ms. */
  maxWaitMs?: number;
  /** How long the service may take; default 10,000 ms. */
  timeout_ms?: number;
  /** Sent as `Idempotency-Key`. */
  idempotency_key?: string | undefined;
}

const TIMEOUT_MS = 10_000;
const MAX_WAIT_MS = 5_000;
const JSON_BODY = { 'content-type': 'application/json' };
const LARGEST_BODY = 4 * 1024 * 1024;
const CONNECTION = {
  connections: 128,
  connect: { timeout: 3_000 },
  headersTimeout: TIMEOUT_MS,
  bodyTimeout: TIMEOUT_MS,
  maxResponseSize: LARGEST_BODY,
};

/** The only module with the API key. Concurrent equal GETs share one request. */
export function createServiceClient(
  base_url: string,
  api_key: string,
  budget: RequestBudget,
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
  const agent = createOutboundAgent(CONNECTION, proxy);
  const underWay = new Map<string, Promise<ServiceAnswer>>();
  let isClosed = false;

  async function call(
    method: Dispatcher.HttpMethod,
    path: string,
    body: unknown,
    { maxWaitMs = MAX_WAIT_MS, timeout_ms = TIMEOUT_MS, idempotency_key }: CallOptions = {},
  ): Promise<ServiceAnswer> {
    const request_id = requestIds.getStore();
    const payload = body === undefined ? null : JSON.stringify(body);
    await budget.pass(maxWaitMs);
    const requested_at = Date.now();
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
          const given = await ask(
            await agent.dispatcher(),
            { ...to, ...timeouts(timeout_ms) },
            timeout_ms,
          );
          span.setAttribute('http.response.status_code', given.status);
          return given;
        },
      );
      const text = textOf(answer);
      const retry_after_ms = retryAfterMs(answer.headers['retry-after']);
      const failed = text === undefined || answer.status === 429 || answer.status >= 500;
      count(text === undefined ? 'unreadable' : String(answer.status));
      await budget.report(failed ? 'failed' : 'ok', failed ? retry_after_ms : 0);
      return { status: answer.status, text, retry_after_ms, requested_at };
    } catch (error) {
      count('unreachable');
      // A request that we abort ourselves is no failure of the service.
      if (!isClosed) await budget.report('failed', 0);
      const isNotProcessed = wasNeverSent(error);
      throw new ProblemError('service-unavailable', {
        headers: { 'retry-after': '5' },
        isNotProcessed,
      });
    }
  }

  /** Equal reads share a request, but each waits for the budget as long as its own `maxWaitMs`. */
  async function get(
    path: string,
    { maxWaitMs = MAX_WAIT_MS }: CallOptions = {},
  ): Promise<ServiceAnswer> {
    const giveUpAt = performance.now() + maxWaitMs;
    const shared = underWay.get(path);
    if (shared === undefined) {
      const mine = call('GET', path, undefined, { maxWaitMs });
      underWay.set(path, mine);
      return mine.finally(() => underWay.delete(path));
    }
    try {
      return await shared;
    } catch (error) {
      const leftMs = giveUpAt - performance.now();
      const isBusy = error instanceof ProblemError && error.problemName === 'service-busy';
      if (!isBusy || leftMs <= 0) throw error;
      return get(path, { maxWaitMs: leftMs });
    }
  }

  return {
    get,
    post: (path, body, options) => call('POST', path, body, options),
    warmUp: agent.dispatcher,
    close() {
      isClosed = true;
      return agent.destroy();
    },
  };
}

/** For one request, instead of the agent's time-outs. */
const timeouts = (timeout_ms: number) => ({ headersTimeout: timeout_ms, bodyTimeout: timeout_ms });

function textOf({ body, headers }: Asked): string | undefined {
  try {
    return body && decodeBody(body, headers['content-encoding'], LARGEST_BODY);
  } catch {
    return undefined;
  }
}

/** Fixed segments of the service's paths; all others are identifiers. */
const WORDS = new Set(['precandidate', 'schema', 'persons', 'status', 'reports']);

function patternOf(path: string): string {
  const steps = path.split('/').slice(1);
  return `/${steps.map((step) => (WORDS.has(step) ? step : '{}')).join('/')}`;
}

/** The body is `undefined` when it was cut short or too large. */
interface Asked {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer | undefined;
}

/**
 * One request by undici's `dispatch`, which is much cheaper than `request` with its stream and signal.
 * Rejects when no response began within `timeout_ms`; a response that has not ended by then is cut
 * short.
 */
function ask(
  dispatcher: Dispatcher,
  call: Dispatcher.DispatchOptions,
  timeout_ms: number,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let answer: Omit<Asked, 'body'> | undefined;
    let isOver = false;
    const late = setTimeout(() => end(undefined, new Error('no answer in time')), timeout_ms);

    function end(body: Buffer | undefined, error?: Error): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      if (error) controller?.abort(error);
      if (answer) resolve({ ...answer, body });
      else reject(error ?? new Error('no answer'));
    }

    dispatcher.dispatch(call, {
      onRequestStart(given) {
        controller = given;
        // It timed out while it waited for a connection.
        if (isOver) given.abort(new Error('no answer in time'));
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) answer = { status, headers };
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
      },
      onResponseError(_controller, error) {
        end(undefined, error);
      },
    });
  });
}

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * Decodes a body. We request `identity`, but a gateway may compress anyway. Throws when the encoding is
 * unknown or broken, or the decoded body exceeds `largest` bytes.
 */
function decodeBody(bytes: Buffer, encoding: unknown, largest: number): string {
  const names = typeof encoding === 'string' ? encoding.toLowerCase().split(/\s*,\s*/) : [];
  return names
    .filter((name) => name !== '' && name !== 'identity')
    .reduceRight((encoded, name) => {
      const decode = DECODERS[name];
      if (!decode) throw new Error('the body has an unknown encoding');
      return decode(encoded, { maxOutputLength: largest });
    }, bytes)
    .toString('utf8');
}

const LONGEST_MS = 60 * 60_000;

/** The wait of a `Retry-After` header (seconds or HTTP date), in milliseconds; at most an hour, 0 without one. */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number {
  if (typeof header !== 'string' || header === '') return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_MS) : 0;
}
