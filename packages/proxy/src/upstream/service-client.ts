import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { inSpan } from '../plugins/tracing.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { requestIds } from '../plugins/request-log.ts';
import { createOutboundAgent, type OutboundProxy, wasNeverSent } from './outbound.ts';
import type { RequestBudget } from './request-budget.ts';

/** A response of the service with any status. */
export interface ServiceResponse {
  status: number;
  /** The decoded body; `undefined` when it was cut short, is too large, or cannot be decoded. */
  text: string | undefined;
  retryAfterMs: number;
  /** When the request was made (epoch milliseconds); the response is at least as new. */
  requested_at: number;
}

export interface CallOptions {
  /** How long to wait for the request budget; default 5,000 ms. */
  maxWaitMs?: number;
  /** How long the service may take; default 10,000 ms. */
  timeoutMs?: number;
  /** The wait for the budget is over, and the request is made: `sentAt` is now (epoch milliseconds). */
  onSent?: (sentAt: number) => void;
  idempotencyKey?: string | undefined;
}

interface PendingRead {
  response: Promise<ServiceResponse>;
  /** When the request was made. */
  sent: Promise<number>;
}

interface Call extends CallOptions {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

const TIMEOUT_MS = 10_000;
const MAX_WAIT_MS = 5_000;
/** When to try again after a failure that does not say when. */
export const UNREACHABLE_PAUSE_MS = 5_000;
const LARGEST_BODY = 4 * 1024 * 1024;
const CONNECTION = {
  connections: 128,
  connect: { timeout: 3_000 },
  maxResponseSize: LARGEST_BODY,
};

/** Calls the service with the API key, within the request budget. */
export type ServiceClient = ReturnType<typeof createServiceClient>;

/** @param onCall - gets the status of each call, `unreadable`, or `unreachable` */
export function createServiceClient(
  baseUrl: string,
  apiKey: string,
  budget: Pick<RequestBudget, 'acquire' | 'report'>,
  onCall: (outcome: string) => void,
  proxy?: OutboundProxy,
) {
  const agent = createOutboundAgent(CONNECTION, proxy);
  const pendingReads = new Map<string, PendingRead>();
  let isClosed = false;

  async function call(request: Call): Promise<ServiceResponse> {
    await budget.acquire(request.maxWaitMs ?? MAX_WAIT_MS);
    const requested_at = Date.now();
    request.onSent?.(requested_at);
    try {
      const { status, headers, text } = await send(request);
      const retryAfterMs = parseRetryAfter(headers['retry-after']);
      const isFailed = text === undefined || status === 429 || status >= 500;
      onCall(text === undefined ? 'unreadable' : String(status));
      await budget.report(isFailed ? 'failed' : 'ok', isFailed ? retryAfterMs : 0);
      return { status, text, retryAfterMs, requested_at };
    } catch (error) {
      onCall('unreachable');
      // A call that we abort ourselves is no failure of the service.
      if (!isClosed) await budget.report('failed', 0);
      throw new ProblemError('service-unavailable', {
        retryAfterMs: UNREACHABLE_PAUSE_MS,
        isNotProcessed: wasNeverSent(error),
      });
    }
  }

  function read(key: string, path: string, options: CallOptions): PendingRead {
    const { promise: sent, resolve: onSent } = Promise.withResolvers<number>();
    const response = call({ method: 'GET', path, ...options, onSent });
    const forget = () => void pendingReads.delete(key);
    response.then(forget, forget);
    pendingReads.set(key, { response, sent });
    return { response, sent };
  }

  /** Rejects when no response begins within `timeoutMs`; one that does not end by then is cut short. */
  function send({ method, path, body, timeoutMs = TIMEOUT_MS, idempotencyKey }: Call) {
    const requestId = requestIds.getStore();
    const pattern = patternOf(path);
    const attributes = { 'http.request.method': method, 'url.template': pattern };
    return inSpan(`service ${method} ${pattern}`, attributes, async (traceHeaders, span) => {
      const response = await agent.request(baseUrl + path, {
        method,
        headers: {
          ...traceHeaders,
          'x-api-key': apiKey,
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(requestId !== undefined && { 'x-request-id': requestId }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { statusCode: status, headers } = response;
      span.setAttribute('http.response.status_code', status);
      const text = await readText(response).catch(() => undefined);
      return { status, headers, text };
    });
  }

  return {
    /**
     * `path` is relative to the base address. Rejects with `service-busy` or `service-unavailable`.
     * Calls at the same time with the same path and options share one request.
     */
    get(path: string, { onSent, ...options }: CallOptions = {}): Promise<ServiceResponse> {
      const key = JSON.stringify([path, options]);
      const { response, sent } = pendingReads.get(key) ?? read(key, path, options);
      if (onSent) void sent.then(onSent);
      return response;
    },

    /** Rejects as `get` does; a rejected `service-unavailable` may have reached the service. */
    post: (path: string, body: object, options: CallOptions = {}) =>
      call({ method: 'POST', path, body, ...options }),

    warmUp: agent.warmUp,

    close() {
      isClosed = true;
      return agent.destroy();
    },
  };
}

/** Fixed segments of the service's paths; all others are identifiers. */
const WORDS = new Set(['precandidate', 'schema', 'persons', 'status', 'reports']);

function patternOf(path: string): string {
  const steps = path.split('/').slice(1);
  return `/${steps.map((step) => (WORDS.has(step) ? step : '{}')).join('/')}`;
}

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** We request `identity`, but a gateway may compress anyway. undici's own decoder is experimental. */
async function readText({ body, headers }: Dispatcher.ResponseData<unknown>): Promise<string> {
  const bytes = Buffer.from(await body.arrayBuffer());
  const encodings = String(headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(/[\s,]+/);
  return encodings
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
    .reduceRight((encoded, encoding) => {
      const decode = DECODERS[encoding];
      if (!decode) throw new Error('the body has an unknown encoding');
      return decode(encoded, { maxOutputLength: LARGEST_BODY });
    }, bytes)
    .toString();
}

const LONGEST_MS = 60 * 60_000;

/** The wait of a `Retry-After` header (seconds or HTTP date), in milliseconds; at most an hour, 0 without one. */
export function parseRetryAfter(header: string | string[] | undefined): number {
  if (typeof header !== 'string' || header === '') return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_MS) : 0;
}
