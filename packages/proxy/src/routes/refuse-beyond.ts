import { ProblemError } from '../problem-error.ts';
import type { App } from './app-type.ts';

type Limit = Awaited<ReturnType<ReturnType<App['createRateLimit']>>>;

/** Throws `rate-limited`, with how long to wait, when a limit is exceeded. */
export function refuseBeyond(limit: Limit): void {
  if (limit.isAllowed || !limit.isExceeded) return;
  const seconds = Math.max(Math.ceil(limit.ttl / 1_000), 1);
  throw new ProblemError('rate-limited', { headers: { 'retry-after': String(seconds) } });
}
