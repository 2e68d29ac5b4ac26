import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { RelayEvent } from 'precandidate-contract';
import { applyEvent } from '../people/apply-event.ts';
import type { PortalContext } from '../portal-context.ts';
import { receiveEvent } from '../backend/receive-event.ts';

/** The address for the proxy's `RELAY_URL`. */
export const RELAYED_EVENTS = '/relayed-events';

/** Takes what the proxy relays: verified first, answered at once, applied once. */
export function relayedEvents(context: PortalContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    app.post(RELAYED_EVENTS, async (request, reply) => {
      const id = String(request.headers['webhook-id'] ?? randomUUID());
      const event = verified(context, request.body, request.headers);
      const isNew = context.events.note(id, event);
      if (event !== null && isNew) await applyEvent(context, event);
      context.people.emit('changed');
      return reply.code(event === null ? 401 : 204).send();
    });
  };
}

function verified({ settings }: PortalContext, body: unknown, headers: unknown): RelayEvent | null {
  if (!Buffer.isBuffer(body)) return null;
  try {
    return receiveEvent(settings.relaySecret, body, headers as Record<string, string>);
  } catch {
    return null;
  }
}
