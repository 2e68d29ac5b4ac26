const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 30_000;

/** Where to load a chunk whose address failed, by that address. */
const otherAddresses = new Map<string, string>();
const pending = new Set<string>();

/**
 * Imports a chunk, with growing pauses between tries. A browser may remember a failed module for the
 * life of the page, so each try uses another query. `widget.js` contains this module and hands it to
 * the element, because an import from both would become a chunk that both wait for.
 */
export async function loadChunk<Chunk>(url: string, maxTries: number): Promise<Chunk> {
  for (let tries = 1; ; tries += 1) {
    const address = otherAddresses.get(url) ?? url;
    pending.add(url);
    try {
      return (await import(
        /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ address
      )) as Chunk;
    } catch (error) {
      useOtherAddress(url);
      if (tries >= maxTries) throw error;
    } finally {
      pending.delete(url);
    }
    const longest = Math.min(FIRST_PAUSE_MS * 3 ** (tries - 1), MAX_PAUSE_MS);
    await pauseOrOnline(longest * (0.75 + Math.random() / 4));
  }
}

/** The next import of a chunk that is still loading starts a new request. */
export function abandonPendingChunks(): void {
  for (const url of pending) useOtherAddress(url);
}

/** The next import is a new one. Random, because an earlier `widget.js` may have tried the same chunk. */
export function useOtherAddress(url: string): void {
  otherAddresses.set(url, `${url}?retry=${Math.random().toString(36).slice(2)}`);
}

function pauseOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const end = () => {
      stop.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    globalThis.addEventListener('online', end, { signal: stop.signal });
  });
}

/** What `widget.js` hands to the element. */
export interface ChunkLoader {
  loadChunk: typeof loadChunk;
  abandonPendingChunks: typeof abandonPendingChunks;
}
