import { ProblemError } from '../problem-error.ts';
import type { App } from './app-type.ts';
import type { Authenticate } from './authenticate.ts';

const WINDOW = '1 minute';

/**
 * At most `max` requests a minute: per address before a token is checked, per token once it is
 * known. The back end, which shares one path with browsers, is not limited.
 */
export function limitBrowsers(scope: App, authenticate: Authenticate, max: number): void {
  const perAddress = scope.createRateLimit({ max, timeWindow: WINDOW });
  const perToken = scope.createRateLimit({
    max,
    timeWindow: WINDOW,
    keyGenerator: (request) => `session ${request.session?.session_id}`,
  });

  scope.addHook('onRequest', async (request) => {
    if (!authenticate.isBackend(request)) refuseBeyond(await perAddress(request));
  });
  scope.addHook('preValidation', async (request) => {
    if (request.session !== null) refuseBeyond(await perToken(request));
  });
}

type Limit = Awaited<ReturnType<ReturnType<App['createRateLimit']>>>;

function refuseBeyond(limit: Limit): void {
  if (limit.isAllowed || !limit.isExceeded) return;
  const seconds = Math.max(Math.ceil(limit.ttl / 1_000), 1);
  throw new ProblemError('rate-limited', { headers: { 'retry-after': String(seconds) } });
}
