import { type LookupAddress, lookup as lookupInThread, promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';

/** A look-up that took longer was not answered at once, so the next one may take a thread for long, too. */
const SLOW_MS = 2_500;
const ANSWER_WITHIN_MS = 2_000;

const pending = new Map<string, Promise<LookupAddress[]>>();
const slowNames = new Set<string>();

/**
 * `dns.lookup` for all outgoing calls. Each look-up takes a thread until it is answered or given up, maybe for
 * half a minute, and Node has two for all of them: connections to one name that does not resolve would take both,
 * and nobody could call the service. So each name takes one at most, and none while its name servers are silent:
 * asking them first, as `dns.resolve4` does, takes no thread.
 */
export const lookup = lookupWith(addressesOf);

/**
 * The same, for public addresses only. The connection uses the addresses that were checked, so a name
 * cannot resolve differently in between.
 */
export const lookupPublic = lookupWith(async (hostname, options) => {
  const found = await addressesOf(hostname, options);
  const allowed = found.filter(({ address }) => isPublicAddress(address));
  if (allowed.length === 0) throw new PrivateAddressError('the address is private');
  return allowed;
});

type LookupOptions = Parameters<LookupFunction>[1];

function lookupWith(
  find: (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>,
): LookupFunction {
  const findAddresses = callbackify(find);
  return (hostname, options, callback) => {
    findAddresses(hostname, options, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return callback(error, []);
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

async function addressesOf(
  hostname: string,
  { family, hints }: LookupOptions,
): Promise<LookupAddress[]> {
  if (slowNames.has(hostname)) await assertAnswered(hostname);
  const key = `${hostname} ${family} ${hints}`;
  const running = pending.get(key) ?? start();
  pending.set(key, running);
  return running;

  function start(): Promise<LookupAddress[]> {
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>();
    const slow = setTimeout(() => slowNames.add(hostname), SLOW_MS).unref();
    const given = {
      ...(family !== undefined && { family }),
      ...(hints !== undefined && { hints }),
    };
    lookupInThread(hostname, { ...given, all: true }, (error, found) => {
      clearTimeout(slow);
      pending.delete(key);
      if (performance.now() - startedAt < SLOW_MS) slowNames.delete(hostname);
      if (error) reject(error);
      else resolve(found);
    });
    return promise;
  }
}

/** Rejects when no name server answers, whatever it would say. */
async function assertAnswered(hostname: string): Promise<void> {
  const resolver = new dns.Resolver({ timeout: ANSWER_WITHIN_MS, tries: 1 });
  await resolver.resolve4(hostname).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ETIMEOUT') throw error;
  });
}

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
