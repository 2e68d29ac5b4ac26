/** How many streams the tabs of a site hold together. */
const SITE_SLOTS = 2;

/** The proxies that this page has a stream of. */
const taken = new Set<string>();

/**
 * Takes the right to a stream. Over HTTP/1.1, a browser opens six connections to a host for all tabs, and
 * each stream holds one of them: a submission must not wait for them. So a page has one stream, and all
 * tabs of a site have two.
 *
 * @returns gives the slot back; `undefined` while all are taken
 */
export async function takeStreamSlot(proxyUrl: string): Promise<(() => void) | undefined> {
  if (taken.has(proxyUrl)) return undefined;
  taken.add(proxyUrl);
  for (let slot = 1; slot <= SITE_SLOTS; slot += 1) {
    const release = await takeLock(`precandidate-stream ${slot} ${proxyUrl}`);
    if (release === undefined) continue;
    return () => {
      taken.delete(proxyUrl);
      release();
    };
  }
  taken.delete(proxyUrl);
  return undefined;
}

/** Pages without TLS have no locks, and sandboxed frames may not use them: then only the page counts. */
function takeLock(name: string): Promise<(() => void) | undefined> {
  const { locks } = navigator as { locks?: LockManager };
  return new Promise((resolve) => {
    const free = () => resolve(() => {});
    if (locks === undefined) return free();
    const hold = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(name, { ifAvailable: true }, hold).catch(free);
  });
}
