const LONGEST_MS = 60 * 60_000;

/** Milliseconds that a `Retry-After` header asks for (seconds or HTTP date), at most an hour; 0 when none. */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number {
  if (typeof header !== 'string' || header === '') return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_MS) : 0;
}
