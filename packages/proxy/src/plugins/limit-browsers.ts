import type { FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';
import { callerOf } from './caller-of.ts';
import type { RateLimit } from './rate-limit.ts';

/** What requests are counted by. */
export interface BrowserLimits {
  address: RateLimit;
  session: RateLimit;
}

/**
 * Counts the requests of a scope: per address before a token is checked, per session once it is
 * known. `isExempt`: who is not counted by address.
 */
export function limitBrowsers(
  scope: App,
  { address, session }: BrowserLimits,
  isExempt: (request: FastifyRequest) => boolean = () => false,
): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    if (!isExempt(request)) address(callerOf(request));
    done();
  });
  scope.addHook('preValidation', (request, _reply, done) => {
    if (request.session !== null) session(request.session.session_id);
    done();
  });
}
