import type { FastifyInstance } from 'fastify';
import { pollReports, refreshPerson } from '../people/updates.ts';
import type { PortalContext } from '../portal-context.ts';
import { personPage } from '../views/person-page.ts';

interface PersonRoute {
  Params: { id: string };
}

/** The page of one person, its live updates, and the sandbox's phone call. */
export function personRoutes(app: FastifyInstance, context: PortalContext): void {
  const { people, settings } = context;

  app.get<PersonRoute>('/people/:id', async (request, reply) => {
    const person = people.byId(request.params.id);
    if (person === undefined) return reply.callNotFound();
    // Without the proxy, show what we know.
    await refreshPerson(context, person).catch(() => undefined);
    const origin = `${request.protocol}://${request.host}`;
    return reply.type('text/html').send(personPage(context, person, origin));
  });

  /** A `changed` event after each change tells HR's open pages to reload their content. */
  app.get<{ Querystring: { person?: string } }>('/live', (request, reply) => {
    const closed = new AbortController();
    const notify = () => reply.raw.write('event: changed\ndata:\n\n');
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    notify();
    people.on('changed', notify);
    reply.raw.on('close', () => {
      people.off('changed', notify);
      closed.abort();
    });
    const person = people.byId(request.query.person ?? '');
    if (person !== undefined) void pollReports(context, person, closed.signal);
  });

  /** Makes the sandbox's voice agent call the candidate. */
  app.post<PersonRoute>('/people/:id/phone-call', async (request, reply) => {
    const person = people.byId(request.params.id);
    if (person?.form == null) return reply.callNotFound();
    const call = `${settings.sandboxUrl}/calls/${encodeURIComponent(person.form.precandidate_id)}`;
    await fetch(call, { method: 'POST' });
    return reply.redirect(`/people/${person.id}`, 303);
  });
}
