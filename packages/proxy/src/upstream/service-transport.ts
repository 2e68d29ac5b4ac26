import { type Dispatcher, request } from 'undici';
import type { Settings } from '../config/settings.ts';
import { requestIds } from '../http/request-log.ts';
import { inSpan } from '../observability/tracing.ts';
import { decompress } from '../shared/decompress.ts';
import {
  createDispatcher,
  FRESH_CONNECTIONS,
  type OutboundSettings,
  wasClosed,
} from './outbound.ts';

export interface ServiceRequest {
  method: 'GET' | 'POST';
  /** Relative to the base address. */
  path: string;
  /** JSON text. */
  body?: string;
  idempotencyKey?: string | undefined;
}

/** A POST may take longer: after a time-out, nobody knows whether it has created a record. */
const TIMEOUTS_MS = { GET: 10_000, POST: 30_000 };
const LARGEST_BODY = 4 * 1024 * 1024;
const CONNECTION = {
  connections: 128,
  connect: { timeout: 3_000 },
  maxResponseSize: LARGEST_BODY,
};

export type ServiceSettings = OutboundSettings &
  Pick<Settings, 'UPSTREAM_URL' | 'UPSTREAM_API_KEY'>;

/** Sends requests to the service with the API key. */
export function createServiceTransport(settings: ServiceSettings) {
  const reads = createDispatcher(CONNECTION, settings);
  const posts = createDispatcher({ ...CONNECTION, ...FRESH_CONNECTIONS }, settings);

  /** Rejects when no response begins in time; one that does not end by then is cut short. */
  function send({ method, path, body, idempotencyKey }: ServiceRequest) {
    const requestId = requestIds.getStore();
    const pattern = patternOf(path);
    const attributes = { 'http.request.method': method, 'url.template': pattern };
    return inSpan(`service ${method} ${pattern}`, attributes, async (traceHeaders, span) => {
      const options = {
        method,
        headers: {
          ...traceHeaders,
          'x-api-key': settings.UPSTREAM_API_KEY,
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(requestId !== undefined && { 'x-request-id': requestId }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        body: body ?? null,
        signal: AbortSignal.timeout(TIMEOUTS_MS[method]),
        dispatcher: method === 'POST' ? posts : reads,
      };
      const call = () => request(settings.UPSTREAM_URL + path, options);
      const response = await call().catch((error: unknown) => {
        if (method === 'POST' || !wasClosed(error)) throw error;
        return call();
      });
      const { statusCode: status, headers } = response;
      span.setAttribute('http.response.status_code', status);
      const text = await readText(response).catch(() => undefined);
      return { status, headers, text };
    });
  }

  return {
    send,
    async close(): Promise<void> {
      await Promise.all([reads.destroy(), posts.destroy()]);
    },
  };
}

/** Fixed segments of the service's paths; all others are identifiers. */
const WORDS = new Set(['precandidate', 'schema', 'persons', 'status', 'reports']);

/** The path without identifiers, for spans. */
export function patternOf(path: string): string {
  const steps = path.split('/').slice(1);
  return `/${steps.map((step) => (WORDS.has(step) ? step : '{}')).join('/')}`;
}

/** We request `identity`, but a gateway may compress anyway. undici's own decoder is experimental. */
async function readText({ body, headers }: Dispatcher.ResponseData<unknown>): Promise<string> {
  const bytes = Buffer.from(await body.arrayBuffer());
  const decoded = await decompress(bytes, headers['content-encoding']?.toString(), LARGEST_BODY);
  // Without a byte order mark, which JSON may not begin with.
  return new TextDecoder().decode(decoded);
}
