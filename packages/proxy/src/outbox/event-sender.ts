import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { Settings } from '../config/settings.ts';
import { inSpan } from '../observability/tracing.ts';
import { wallClock } from '../shared/clock.ts';
import { codeOf, createDispatcher, type OutboundSettings } from '../upstream/outbound.ts';
import { assertPublicHost, lookupPublic, PRIVATE_ADDRESS } from '../upstream/address-lookup.ts';
import { parseRetryAfter } from '../upstream/service-client.ts';

/** An event as it is sent. `id` is its `webhook-id`. */
export interface OutgoingEvent {
  id: string;
  body: string;
}

export interface SendResult {
  isDelivered: boolean;
  /** The status or the kind of failure, for the log: never an address or a body. */
  outcome: string;
  retryAfterMs: number;
}

export type RelaySettings = OutboundSettings &
  Pick<Settings, 'RELAY_URL' | 'RELAY_SECRET' | 'RELAY_ALLOW_PRIVATE'>;

/**
 * What the receiver makes of a request without a signature. `ok`: it refuses it. A status that says
 * nothing about the signature, such as 404, or the kind of failure: events would not arrive.
 */
export type RelayProbe = 'ok' | 'accepts-unsigned' | { status: number } | { code: string };

const TIMEOUT_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;

export type EventSender = NonNullable<ReturnType<typeof createEventSender>>;

/**
 * Sends signed events to `RELAY_URL`; `undefined` when it is not set. Connects to public addresses only,
 * unless private ones are allowed, and never follows a redirect.
 */
export function createEventSender(settings: RelaySettings) {
  const { RELAY_URL: url, RELAY_SECRET: secrets = [] } = settings;
  if (url === undefined) return undefined;
  const isPublicOnly = !settings.RELAY_ALLOW_PRIVATE;
  const connection = {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: 5_000, ...(isPublicOnly && { lookup: lookupPublic }) },
  };
  const dispatcher = createDispatcher(connection, settings);

  const post = async (
    timeoutMs: number,
    event?: { headers: Record<string, string>; body: Buffer },
  ) => {
    if (isPublicOnly) assertPublicHost(url);
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await request(url, { method: 'POST', signal, dispatcher, ...event });
    await response.body.dump();
    return response;
  };

  return {
    /** Never rejects. */
    async send({ id, body }: OutgoingEvent): Promise<SendResult> {
      const bytes = Buffer.from(body);
      const signed = signEvent(secrets, { id, body: bytes }, Math.floor(wallClock.now() / 1_000));
      try {
        const { statusCode, headers } = await inSpan('relay POST', {}, async (trace, span) => {
          const sent = { 'content-type': 'application/json', ...trace, ...signed };
          const response = await post(TIMEOUT_MS, { headers: sent, body: bytes });
          span.setAttribute('http.response.status_code', response.statusCode);
          return response;
        });
        const isDelivered = statusCode >= 200 && statusCode < 300;
        return { isDelivered, outcome: String(statusCode), retryAfterMs: parseRetryAfter(headers) };
      } catch (error) {
        return { isDelivered: false, outcome: failureOf(error), retryAfterMs: 0 };
      }
    },

    /** Posts an empty body without a signature. Never rejects. */
    async probe(): Promise<RelayProbe> {
      try {
        const { statusCode: status } = await post(PROBE_TIMEOUT_MS);
        if (status >= 200 && status < 300) return 'accepts-unsigned';
        return [400, 401, 403].includes(status) ? 'ok' : { status };
      } catch (error) {
        return { code: failureOf(error) };
      }
    },

    close: () => dispatcher.destroy(),
  };
}

/** Makes one call with a sender of its own; `undefined` when `RELAY_URL` is not set. */
export async function withEventSender<Result>(
  settings: RelaySettings,
  call: (sender: EventSender) => Promise<Result>,
): Promise<Result | undefined> {
  const sender = createEventSender(settings);
  try {
    return sender && (await call(sender));
  } finally {
    await sender?.close();
  }
}

/** Why no response arrived, in a word. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unreachable';
  if (error.name === 'TimeoutError') return 'timeout';
  const code = codeOf(error);
  if (code === PRIVATE_ADDRESS) return 'private-address';
  // Its code depends on the first wrong byte, and may be absent.
  if (error.name === 'HTTPParserError') return 'not-http';
  return code ?? 'unreachable';
}

/**
 * The three headers of Standard Webhooks, over the bytes that are sent. There is one signature for
 * each secret, so that receivers can rotate them.
 */
function signEvent(
  secrets: readonly string[],
  { id, body }: { id: string; body: string | Buffer },
  timestampSeconds: number,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const hmac = createHmac('sha256', key).update(`${id}.${timestampSeconds}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
