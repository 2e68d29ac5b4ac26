import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Refused because the address is not on the public network. */
export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}

/** Whether `address` (IPv4 or IPv6) is on the public network; an IPv4 one in IPv6 clothes is judged as such. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/**
 * `dns.lookup` that answers public addresses only. The check is on the address that is then
 * connected to, so a name cannot answer differently in between.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const allowed = found.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) return callback(new PrivateAddressError('the address is private'), []);
    if (options.all) return callback(null, allowed);
    callback(null, first.address, first.family);
  });
};
