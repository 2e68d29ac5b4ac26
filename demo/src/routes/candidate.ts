import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Session, SessionRequest } from 'precandidate-contract';
import { createSession } from '../backend/proxy.ts';
import type { Person } from '../people/people.ts';
import type { PortalContext } from '../portal-context.ts';
import { languageFor, languageOf } from '../views/candidate-messages.ts';
import { candidatePage, invalidLinkPage } from '../views/candidate-page.ts';
import { candidatePolicy } from './security.ts';

interface CandidateRoute {
  Params: { id: string };
  Querystring: { lang?: string };
}

/** The page behind a candidate's link, also at `/strict/` under the strictest possible policy. */
export function candidateRoutes(app: FastifyInstance, context: PortalContext): void {
  app.get<CandidateRoute>('/candidates/:id', (request, reply) =>
    showPage(context, request, reply, false),
  );
  app.get<CandidateRoute>('/strict/:id', (request, reply) =>
    showPage(context, request, reply, true),
  );

  /** The element's `session-url`: returns a new token when the old one expires. */
  app.get<CandidateRoute>('/candidates/:id/session', async (request, reply) => {
    const person = context.people.byId(request.params.id);
    if (person?.form == null) return reply.code(404).send({});
    const locale = languageFor(request.query.lang, person.country_code);
    const { token } = await sessionFor(context, request, person, { locale, html: false });
    return { token };
  });
}

async function showPage(
  context: PortalContext,
  request: FastifyRequest<CandidateRoute>,
  reply: FastifyReply,
  strict: boolean,
): Promise<FastifyReply> {
  const person = context.people.byId(request.params.id);
  if (person?.form == null) {
    const language = languageOf(request.query.lang, request.headers['accept-language']);
    return reply.code(404).type('text/html').send(invalidLinkPage(language));
  }
  const language = languageFor(request.query.lang, person.country_code);
  const nonce = randomBytes(16).toString('base64');
  // The strictest policy allows no styles, which the prerendered fields need.
  const options = { locale: language, html: !strict, nonce };
  const session = await sessionFor(context, request, person, options);
  const proxyUrl = context.settings.proxyUrl;
  const { form } = person;
  return reply
    .header('content-security-policy', candidatePolicy(proxyUrl, nonce, strict))
    .type('text/html')
    .send(candidatePage({ person, form, language, session, proxyUrl, nonce, strict }));
}

/** A session for the one form of this person, valid only on our own pages. */
function sessionFor(
  { settings }: PortalContext,
  request: FastifyRequest,
  { person_id, form }: Person,
  options: Pick<SessionRequest, 'locale' | 'html' | 'nonce'>,
): Promise<Session> {
  const form_id = form?.precandidate_id ?? '';
  const origin = `${request.protocol}://${request.host}`;
  return createSession(settings, { person_id, form_id, origin, ...options });
}
