import { importModule } from './import-module.mjs';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Before this try, the network may just be slow. */
const REPORTED_TRY = 2;

/** How often a chunk failed to load, by address. */
const failures = new Map<string, number>();
const pending = new Set<string>();

/**
 * Imports a chunk, with growing pauses between tries. A browser may remember a failed module for the
 * life of the page, so each try uses another query. `widget.js` hands this function to the element.
 *
 * @param onFailure - called after each failure that is more than a slow network
 * @throws SyntaxError when something has rewritten the file on its way
 */
export async function loadChunk<Chunk>(
  url: string,
  maxTries: number,
  onFailure = () => {},
): Promise<Chunk> {
  for (let tries = 1; ; tries += 1) {
    const failed = failures.get(url) ?? 0;
    pending.add(url);
    try {
      const address = failed === 0 ? url : `${url}?retry=${failed}`;
      const chunk = (await importModule(address)) as object;
      if (!isWhole(url, chunk)) throw new SyntaxError('It exports nothing');
      return chunk as Chunk;
    } catch (error) {
      failures.set(url, (failures.get(url) ?? 0) + 1);
      if (tries === REPORTED_TRY) report(url, error);
      if (tries >= REPORTED_TRY) onFailure();
      if (tries >= maxTries) throw error;
    } finally {
      pending.delete(url);
    }
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS);
    await pauseOrOnline(longest * (0.75 + Math.random() / 4));
  }
}

/** Whether a module is more than an empty frame. `widget.js` exports nothing. */
function isWhole(url: string, chunk: object): boolean {
  return url.endsWith('/widget.js') || Object.keys(chunk).length > 0;
}

function report(url: string, error: unknown): void {
  const docs =
    'https://github.com/precandidate/precandidate-form/blob/main/docs/guides/troubleshooting.md#nothing-appears';
  console.error(`<precandidate-form> ${url} cannot be loaded. ${remedyOf(error)} ${docs}`, error);
}

function remedyOf(error: unknown): string {
  if (error instanceof SyntaxError)
    return 'Something has rewritten it: exclude /widget.js and /widget/ from script optimizers.';
  // Lit sets it.
  if (!Object.isExtensible(Symbol) && !('metadata' in Symbol))
    return 'The page has frozen Symbol: set Symbol.metadata before.';
  return 'Check the address, script-src, and lit-html in trusted-types.';
}

function pauseOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    function end(): void {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    }
  });
}

/** The next import of a chunk that is still loading starts a new request. */
export function abandonPendingChunks(): void {
  for (const url of pending) failures.set(url, (failures.get(url) ?? 0) + 1);
}
