import { ProblemError } from '../api/problem-error.ts';

const failures = new Map<string, number>();
const pending = new Set<string>();

/**
 * Imports a chunk by its address. Chromium asks again for one that failed; other browsers may
 * remember the failure for as long as the page lives, so the next try goes to another address.
 *
 * @throws ProblemError `proxy-unreachable` when it cannot be had now
 */
export async function loadChunk<Chunk>(url: string): Promise<Chunk> {
  const failed = failures.get(url) ?? 0;
  pending.add(url);
  try {
    return (await import(
      /* @vite-ignore */ failed === 0 ? url : `${url}?retry=${failed}`
    )) as Chunk;
  } catch {
    failures.set(url, failed + 1);
    throw new ProblemError('proxy-unreachable');
  } finally {
    pending.delete(url);
  }
}

/** What hangs is asked for under another address the next time. */
export function askAnew(): void {
  for (const url of pending) failures.set(url, (failures.get(url) ?? 0) + 1);
}
