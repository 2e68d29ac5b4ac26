import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { lookup } from './dns-lookup.ts';

/** The code of an error: the address is not on the public network. */
export const PRIVATE_ADDRESS = 'EPRIVATE';

class PrivateAddressError extends Error {
  readonly code = PRIVATE_ADDRESS;
}

/** Whether an address is on the public network. An IPv4 address mapped to IPv6 counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Throws for a literal private address, because connecting to one needs no DNS lookup. */
export function assertPublicHost(url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isPublicAddress(host)) throw new PrivateAddressError('the address is private');
}

/**
 * A look-up that returns public addresses only. The connection uses the addresses that were
 * checked, so a name cannot resolve differently in between.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error || typeof found === 'string') return callback(error, []);
    const allowed = found.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) return callback(new PrivateAddressError('the address is private'), []);
    if (options.all) return callback(null, allowed);
    callback(null, first.address, first.family);
  });
};
