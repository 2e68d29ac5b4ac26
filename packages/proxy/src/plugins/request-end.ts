import type { FastifyReply } from 'fastify';

/**
 * Aborted when the response was sent, or the client is gone: nobody waits for the request any more.
 * Fastify's own `request.signal` is also aborted once the body was read.
 */
export function endOf({ raw }: FastifyReply): AbortSignal {
  const end = new AbortController();
  if (raw.closed) end.abort();
  else raw.once('close', () => end.abort());
  return end.signal;
}
