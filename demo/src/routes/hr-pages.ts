import type { FastifyInstance } from 'fastify';
import { refreshPerson } from '../people/refresh-person.ts';
import type { PortalContext } from '../portal-context.ts';
import { homePage } from '../views/home-page.ts';
import { personPage } from '../views/person-page.ts';

/** HR's pages. */
export function hrPages(app: FastifyInstance, context: PortalContext): void {
  app.get('/', (_request, reply) => reply.type('text/html').send(homePage(context)));

  app.get<{ Params: { id: string } }>('/people/:id', async (request, reply) => {
    const person = context.people.byId(request.params.id);
    if (person === undefined) return reply.callNotFound();
    // A proxy that is away is no reason not to show what we know.
    await refreshPerson(context, person).catch(() => undefined);
    return reply
      .type('text/html')
      .send(personPage(context, person, `${request.protocol}://${request.host}`));
  });
}
