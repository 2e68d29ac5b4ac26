import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { RelayEvent } from 'precandidate-contract';
import { receiveEvent } from '../backend/proxy.ts';
import { applyEvent } from '../people/updates.ts';
import type { PortalContext } from '../portal-context.ts';

/** The path for the proxy's `RELAY_URL`. */
export const RELAYED_EVENTS = '/relayed-events';

/** Receives relayed events: verifies each, and applies it once however often it is delivered. */
export function relayedEvents(context: PortalContext) {
  return async (app: FastifyInstance): Promise<void> => {
    // The signature covers the bytes of the body, so nothing may parse it first.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    app.post(RELAYED_EVENTS, async (request, reply) => {
      const id = String(request.headers['webhook-id'] ?? randomUUID());
      const event = verify(context, request.body, request.headers);
      const isNew = context.events.add(id, event);
      if (event !== null && isNew) await applyEvent(context, event);
      context.people.emit('changed');
      return reply.code(event === null ? 401 : 204).send();
    });
  };
}

/** The event, or `null` when its signature is invalid. */
function verify({ settings }: PortalContext, body: unknown, headers: unknown): RelayEvent | null {
  if (!Buffer.isBuffer(body)) return null;
  try {
    return receiveEvent(settings.relaySecret, body, headers as Record<string, string>);
  } catch {
    return null;
  }
}
