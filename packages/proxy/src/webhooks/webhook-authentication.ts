import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config/settings.ts';
import { networkOf } from '../http/client-address.ts';
import { createRateLimit } from '../auth/rate-limits.ts';
import { isOneOf } from '../shared/digest.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** Wrong secrets that one address may send: too few to find one of 16 characters or more. */
const GUESSES_PER_MINUTE = 6_000;

/** Checks the secret in the webhook's header before the body is read. The service may send as many as it likes: one may not come again. */
export function createAuthentication({
  WEBHOOK_HEADER,
  WEBHOOK_SECRETS = [],
}: Pick<Settings, 'WEBHOOK_HEADER' | 'WEBHOOK_SECRETS'>) {
  const limitGuesses = createRateLimit(GUESSES_PER_MINUTE);
  const header = WEBHOOK_HEADER.toLowerCase();

  return async (request: FastifyRequest): Promise<void> => {
    const given = request.headers[header];
    if (typeof given === 'string' && isOneOf(given, WEBHOOK_SECRETS)) return;
    limitGuesses(networkOf(request));
    throw new ProblemError('webhook-unauthorized');
  };
}
