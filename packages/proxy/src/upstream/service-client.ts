import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../shared/clock.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { wasNeverSent } from './outbound.ts';
import type { Caller, RequestBudget } from './request-budget.ts';
import type { CallResult } from './service-health.ts';
import {
  createServiceTransport,
  patternOf,
  type ServiceRequest,
  type ServiceSettings,
} from './service-transport.ts';

/** A response of the service with any status. */
export interface ServiceResponse {
  status: number;
  /** The decoded body; `undefined` when it was cut short, is too large, or cannot be decoded. */
  text: string | undefined;
  retryAfterMs: number;
  /** When the request was made (epoch milliseconds); the response is at least as new. */
  requested_at: number;
}

export interface ReadOptions {
  /** Whose turn the call takes; default: a candidate's. A poll waits for the budget without limit. */
  caller?: Caller;
  /** How long to wait for the request budget; default 5,000 ms. */
  maxWaitMs?: number;
  /** The wait for the budget is over: the request is made at this time of the monotonic clock. */
  onSent?: (sentAt: number) => void;
}

export interface CreationOptions {
  /** Whose turn the call takes; default: a candidate's. */
  caller?: Caller;
  /** The service may recognize a repeated creation by it. */
  idempotencyKey?: string | undefined;
  /** Aborted when the caller is gone, who may repeat the call: it leaves the queue, unless it was made. */
  signal?: AbortSignal | undefined;
}

type Call = ServiceRequest & ReadOptions & CreationOptions;

const MAX_WAIT_MS = 5_000;
/** When to try again after a failure that does not say when. */
export const UNREACHABLE_PAUSE_MS = 5_000;
/** Of a creation without a response: to repeat it may create another record. */
export const MAY_BE_CREATED =
  'The service may have created the record: look for it before you repeat the request, unless the service recognizes its Idempotency-Key';
/** A service that asks to wait longer is called this often all the same. */
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Calls the service within the request budget, and waits as long as it asks; `service-transport.ts` sends. */
export type ServiceClient = ReturnType<typeof createServiceClient>;

export interface ServiceClientOptions {
  clock: Clock;
  settings: ServiceSettings;
  budget: Pick<RequestBudget, 'acquire' | 'slowDown'>;
  onCall: (call: CallResult) => void;
}

export function createServiceClient({ clock, settings, budget, onCall }: ServiceClientOptions) {
  const transport = createServiceTransport(settings);
  const backoff = createRecordBackoff();
  const read = createSharedReads((path, options) => call({ ...options, method: 'GET', path }));

  async function call(request: Call): Promise<ServiceResponse> {
    const { caller = 'candidate', maxWaitMs = MAX_WAIT_MS, signal } = request;
    await backoff.wait(request, caller === 'poll' ? 0 : maxWaitMs);
    await budget.acquire({ caller, maxWaitMs, signal });
    request.onSent?.(performance.now());
    const requested_at = clock.now();
    try {
      const { status, headers, text } = await transport.send(request);
      const retryAfterMs = Math.min(parseRetryAfter(headers), LONGEST_PAUSE_MS);
      if (status === 429 && backoff.begin(request, retryAfterMs || UNREACHABLE_PAUSE_MS))
        budget.slowDown();
      const outcome = text === undefined ? 'unreadable' : String(status);
      onCall({ outcome, record: recordOf(request), retryAfterMs });
      return { status, text, retryAfterMs, requested_at };
    } catch (error) {
      const isNotProcessed = wasNeverSent(error);
      onCall({ outcome: 'unreachable', ...(!isNotProcessed && { record: recordOf(request) }) });
      const outcome = isNotProcessed ? 'The service did not receive the request' : MAY_BE_CREATED;
      throw new ProblemError('service-unavailable', {
        ...(request.method === 'POST' && { detail: outcome }),
        retryAfterMs: UNREACHABLE_PAUSE_MS,
        isNotProcessed,
      });
    }
  }

  return {
    /**
     * `path` is relative to the base address. Rejects with `service-busy` or `service-unavailable`.
     * Calls at the same time with the same path and options share one request.
     */
    get: (path: string, options: ReadOptions = {}) => read(path, options),

    /**
     * Posts JSON text. Rejects as `get` does; a rejected `service-unavailable` may have reached the
     * service.
     */
    post: (path: string, body: string, options: CreationOptions = {}) =>
      call({ method: 'POST', path, body, ...options }),

    close: () => transport.close(),
  };
}

/**
 * Reads at the same time with the same path and options share one request. It is made even if its callers
 * are gone by then: its result is stored, and they may come back for it.
 */
function createSharedReads(read: (path: string, options: ReadOptions) => Promise<ServiceResponse>) {
  const pending = new Map<string, { response: Promise<ServiceResponse>; sent: Promise<number> }>();

  function start(key: string, path: string, options: ReadOptions) {
    const { promise: sent, resolve: onSent } = Promise.withResolvers<number>();
    const response = read(path, { ...options, onSent }).finally(() => pending.delete(key));
    const started = { response, sent };
    pending.set(key, started);
    return started;
  }

  return (path: string, { onSent, ...options }: ReadOptions): Promise<ServiceResponse> => {
    const key = JSON.stringify([path, options]);
    const { response, sent } = pending.get(key) ?? start(key, path, options);
    if (onSent) void sent.then(onSent);
    return response;
  };
}

/** Records are dropped beyond it: they are asked about again, and say so again. */
const MAX_RECORDS = 10_000;

/** Keeps calls about a record back for as long as it asks to, and no other calls. */
function createRecordBackoff() {
  /** Record → until when, of the monotonic clock. */
  const waits = new LRUCache<string, number>({ max: MAX_RECORDS });
  let last: string | undefined;

  return {
    /** Waits as the record asks to; rejects with `service-busy` when that takes longer than `longestMs`. */
    async wait(request: Call, longestMs: number): Promise<void> {
      const waitMs = (waits.get(recordOf(request)) ?? 0) - performance.now();
      if (waitMs > longestMs) throw new ProblemError('service-busy', { retryAfterMs: waitMs });
      if (waitMs > 0) await pause(waitMs, undefined, { ref: false });
    },

    /** Returns whether another record than before asks to wait. Each creation is about another one. */
    begin(request: Call, ms: number): boolean {
      const record = recordOf(request);
      const isOther = request.method === 'POST' || record !== last;
      last = record;
      if (request.method === 'GET') waits.set(record, performance.now() + ms);
      return isOther;
    },
  };
}

/** What a call is about, to judge the service by more than one record: a person, or a creation. */
function recordOf({ method, path }: Call): string {
  if (method === 'POST') return patternOf(path);
  const [, first, second, third] = path.split('/');
  return String(first === 'precandidate' ? second : third);
}

const LONGEST_MS = 60 * 60_000;

/**
 * The wait of a `Retry-After` header (seconds or HTTP date), in milliseconds; at most an hour, 0
 * without one. A date is compared with the response's own, because our clock may differ.
 */
export function parseRetryAfter({ 'retry-after': wait, date }: IncomingHttpHeaders): number {
  if (wait === undefined || wait === '') return 0;
  const ms = /^\d+$/.test(wait) ? Number(wait) * 1_000 : Date.parse(wait) - Date.parse(date ?? '');
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_MS) : 0;
}
