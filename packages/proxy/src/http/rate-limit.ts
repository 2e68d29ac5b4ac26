import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { addressIn } from './forwarded-addresses.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** Counts a request of `key`; throws `rate-limited` with `retry-after` when it is one too many. */
export type RateLimit = (key: string) => void;

interface Window {
  count: number;
  /** Milliseconds of the monotonic clock. */
  endsAt: number;
}

const WINDOW_MS = 60_000;
/** Bounds the memory: beyond it, the oldest window is dropped. */
const MAX_KEYS = 20_000;

/** At most `max` requests of a key in the minute that begins with its first one. */
export function createRateLimit(max: number): RateLimit {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  return (key) => {
    const now = performance.now();
    // Without `get`, which would keep an old window and drop a newer one.
    const window = windows.peek(key);
    if (window === undefined || window.endsAt <= now)
      return void windows.set(key, { count: 1, endsAt: now + WINDOW_MS });
    window.count += 1;
    if (window.count <= max) return;
    throw new ProblemError('rate-limited', { retryAfterMs: window.endsAt - now });
  };
}

const NETWORK_BITS = 64;

/**
 * The IPv4 address, or the /64 network of an IPv6 address: one host usually owns all of it. Whatever is no
 * address is one client, so that nobody gets a limit of their own for each way to write it.
 */
export function networkOf({ ip }: { ip: string }): string {
  if (isIPv4(ip)) return ip;
  const text = addressIn(ip);
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6 ? networkOfIPv6(address) : address.toString();
}

function networkOfIPv6(address: ipaddr.IPv6): string {
  const bytes = address.toByteArray();
  switch (address.range()) {
    // The owner of an IPv4 address has 65,536 networks of 6to4, and one for each Teredo server.
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6)).toString();
    case 'teredo':
      return new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff)).toString();
    // A translator makes one of each IPv4 address: all of them share a /64.
    case 'rfc6052':
    case 'rfc6145':
      return address.toNormalizedString();
    default:
      return ipaddr.IPv6.networkAddressFromCIDR(
        `${address.toNormalizedString()}/${NETWORK_BITS}`,
      ).toString();
  }
}
