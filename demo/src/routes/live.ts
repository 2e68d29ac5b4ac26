import type { FastifyInstance } from 'fastify';
import { watchPerson } from '../people/watch-person.ts';
import type { PortalContext } from '../portal-context.ts';

interface LiveRoute {
  Querystring: { person?: string };
}

/** Tells HR's open pages to look again: one empty `changed` event after each change. */
export function live(app: FastifyInstance, context: PortalContext): void {
  app.get<LiveRoute>('/live', (request, reply) => {
    const gone = new AbortController();
    const tell = () => reply.raw.write('event: changed\ndata:\n\n');
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    tell();
    context.people.on('changed', tell);
    reply.raw.on('close', () => {
      context.people.off('changed', tell);
      gone.abort();
    });
    const person = context.people.byId(request.query.person ?? '');
    if (person !== undefined) void watchPerson(context, person, gone.signal);
  });
}
