import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { createOutboundAgent, type OutboundProxy } from '../upstream/outbound-agent.ts';
import { isPublicAddress, lookupPublic, PrivateAddressError } from './public-address.ts';

/** The longest that one event may take to be answered. */
export const RELAY_TIMEOUT_MS = 15_000;

/** Connections to relay endpoints: to public addresses only, unless allowed. */
export function createRelayAgent(
  allow_private: boolean,
  proxy: OutboundProxy | undefined,
): Dispatcher {
  const connection = {
    headersTimeout: RELAY_TIMEOUT_MS,
    bodyTimeout: RELAY_TIMEOUT_MS,
    connect: { timeout: 5_000, ...(allow_private ? {} : { lookup: lookupPublic }) },
  };
  return createOutboundAgent(connection, proxy);
}

/** A literal address is connected to without a look-up. */
export function refusePrivateLiteral(url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isPublicAddress(host)) throw new PrivateAddressError('the address is private');
}

/** A word for the log: never an address. */
export function failureWord(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'private-address';
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  return error instanceof Error && 'code' in error ? String(error.code) : 'unreachable';
}
