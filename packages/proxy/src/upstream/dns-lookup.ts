import { type LookupAddress, lookup as lookupInThread, promises as dns } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';

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
export const lookup: LookupFunction = (hostname, options, callback) => {
  findAddresses(hostname, options, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return callback(error, []);
    if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

const findAddresses = callbackify(addressesOf);

async function addressesOf(
  hostname: string,
  { family, hints }: Parameters<LookupFunction>[1],
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
