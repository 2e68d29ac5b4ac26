import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const NETWORK_BITS = 64;

/**
 * Whom a limit per address counts: an IPv4 address, or the /64 of an IPv6 one, for a single host
 * usually has all of that network's addresses to itself.
 */
export function callerOf({ ip }: { ip: string }): string {
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(
        `${address.toNormalizedString()}/${NETWORK_BITS}`,
      ).toString()
    : address.toString();
}
