import type { FastifyReply, FastifyRequest } from 'fastify';

/** Refuses what another site's page makes a browser send: HR's clicks come from HR's own pages. */
export async function refuseOtherSites(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const site = request.headers['sec-fetch-site'];
  const harmless = request.method === 'GET' || request.method === 'HEAD';
  if (!harmless && site !== undefined && site !== 'same-origin' && site !== 'none')
    await reply.code(403).type('text/plain').send('This came from another site.');
}
