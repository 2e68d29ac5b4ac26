import type { FastifyInstance } from 'fastify';
import type { PortalContext } from '../portal-context.ts';

/** The button that lets the sandbox's voice agent call. Not there without a sandbox. */
export function phoneCall(app: FastifyInstance, { people, settings }: PortalContext): void {
  app.post<{ Params: { id: string } }>('/people/:id/phone-call', async (request, reply) => {
    const person = people.byId(request.params.id);
    if (person?.form == null || settings.sandboxUrl === null) return reply.callNotFound();
    const call = `${settings.sandboxUrl}/calls/${encodeURIComponent(person.form.precandidate_id)}`;
    await fetch(call, { method: 'POST' });
    return reply.redirect(`/people/${person.id}`, 303);
  });
}
