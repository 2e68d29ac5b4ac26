import type { App } from './app-type.ts';
import type { Authenticate } from './authenticate.ts';
import { callerOf } from './caller-of.ts';
import { refuseBeyond } from './refuse-beyond.ts';

const WINDOW = '1 minute';

/**
 * At most `max` requests a minute: per address before a token is checked, per token once it is
 * known. The back end, which shares one path with browsers, is not limited.
 */
export function limitBrowsers(scope: App, authenticate: Authenticate, max: number): void {
  const perAddress = scope.createRateLimit({
    max,
    timeWindow: WINDOW,
    keyGenerator: callerOf,
  });
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
