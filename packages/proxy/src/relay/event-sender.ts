import { createHmac, randomUUID } from 'node:crypto';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../config/settings.ts';
import { inSpan } from '../plugins/tracing.ts';
import { wallClock } from '../shared/clock.ts';
import {
  createOutboundAgent,
  type OutboundAgent,
  type OutboundProxy,
  outboundProxyOf,
} from '../upstream/outbound.ts';
import { parseRetryAfter } from '../upstream/service-client.ts';

/** An event as it is sent. `id` is its `webhook-id`. */
export interface OutgoingEvent {
  id: string;
  body: string;
}

/** How one send ended. */
export interface SendResult {
  isDelivered: boolean;
  /** The status or the kind of failure, for the log: never an address or a body. */
  outcome: string;
  retryAfterMs: number;
}

export interface EventSenderOptions {
  url: string;
  /** The first signs, and the second too during rotation. */
  secrets: readonly string[];
  allowPrivate: boolean;
  proxy?: OutboundProxy | undefined;
}

const TIMEOUT_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;

export type EventSender = ReturnType<typeof createEventSender>;

/** Sends signed events to the portal's back end. Never follows a redirect. */
export function createEventSender({ url, secrets, allowPrivate, proxy }: EventSenderOptions) {
  const agent = createPublicAgent(allowPrivate, TIMEOUT_MS, proxy);

  async function send({ id, body }: OutgoingEvent): Promise<SendResult> {
    const bytes = Buffer.from(body);
    try {
      if (!allowPrivate) assertPublicHost(url);
      const response = await inSpan('relay POST', {}, async (headers, span) => {
        const given = await agent.request(url, {
          method: 'POST',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: {
            ...headers,
            'content-type': 'application/json',
            ...signEvent(secrets, { id, body: bytes }, Math.floor(wallClock.now() / 1_000)),
          },
          body: bytes,
        });
        span.setAttribute('http.response.status_code', given.statusCode);
        return given;
      });
      await response.body.dump();
      const { statusCode, headers } = response;
      return {
        isDelivered: statusCode >= 200 && statusCode < 300,
        outcome: String(statusCode),
        retryAfterMs: parseRetryAfter(headers),
      };
    } catch (error) {
      return { isDelivered: false, outcome: failureOf(error), retryAfterMs: 0 };
    }
  }

  return { send, close: () => agent.destroy() };
}

function failureOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'private-address';
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  return error instanceof Error && 'code' in error ? String(error.code) : 'unreachable';
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

export type RelaySettings = Pick<
  Settings,
  'RELAY_URL' | 'RELAY_SECRET' | 'RELAY_ALLOW_PRIVATE' | 'OUTBOUND_PROXY' | 'OUTBOUND_PROXY_EXCEPT'
>;

/** The sender to `RELAY_URL`; `undefined` when it is not set. */
export function senderOf(settings: RelaySettings): EventSender | undefined {
  const {
    RELAY_URL: url,
    RELAY_SECRET: secrets = [],
    RELAY_ALLOW_PRIVATE: allowPrivate,
  } = settings;
  if (url === undefined) return undefined;
  return createEventSender({ url, secrets, allowPrivate, proxy: outboundProxyOf(settings) });
}

/**
 * What the receiver makes of a request without a signature. `ok`: it refuses it. A status that says
 * nothing about the signature, such as 404, or the kind of failure: events would not arrive.
 */
export type RelayProbe = 'ok' | 'accepts-unsigned' | { status: number } | { code: string };

/** Posts an empty body without a signature to `RELAY_URL`; `undefined` when it is not set. Never rejects. */
export async function probeRelay(settings: RelaySettings): Promise<RelayProbe | undefined> {
  const { RELAY_URL: url, RELAY_ALLOW_PRIVATE: allowPrivate } = settings;
  if (url === undefined) return undefined;
  const agent = createPublicAgent(allowPrivate, PROBE_TIMEOUT_MS, outboundProxyOf(settings));
  try {
    if (!allowPrivate) assertPublicHost(url);
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const { statusCode: status, body } = await agent.request(url, { method: 'POST', signal });
    await body.dump();
    if (status >= 200 && status < 300) return 'accepts-unsigned';
    return [400, 401, 403].includes(status) ? 'ok' : { status };
  } catch (error) {
    return { code: failureOf(error) };
  } finally {
    await agent.destroy();
  }
}

/** Sends a signed event of the type `test` to `RELAY_URL`; `undefined` when it is not set. */
export async function sendTestEvent(settings: RelaySettings): Promise<SendResult | undefined> {
  const sender = senderOf(settings);
  const timestamp = new Date(wallClock.now()).toISOString();
  const event = { type: 'test', timestamp, data: {} };
  try {
    return await sender?.send({ id: `evt_test_${randomUUID()}`, body: JSON.stringify(event) });
  } finally {
    await sender?.close();
  }
}

/** Refused because the address is not on the public network. */
class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}

/** Whether an address is on the public network. An IPv4 address mapped to IPv6 counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Throws for a literal private address, because connecting to one needs no DNS lookup. */
function assertPublicHost(url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isPublicAddress(host)) throw new PrivateAddressError('the address is private');
}

/**
 * `dns.lookup` that returns public addresses only. The connection uses the addresses that were
 * checked, so a name cannot resolve differently in between.
 */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const allowed = found.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) return callback(new PrivateAddressError('the address is private'), []);
    if (options.all) return callback(null, allowed);
    callback(null, first.address, first.family);
  });
};

/** Connections to public addresses only, unless private ones are allowed. */
function createPublicAgent(
  allowPrivate: boolean,
  timeoutMs: number,
  proxy: OutboundProxy | undefined,
): OutboundAgent {
  const connection = {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: 5_000, ...(allowPrivate ? {} : { lookup: lookupPublic }) },
  };
  return createOutboundAgent(connection, proxy);
}
