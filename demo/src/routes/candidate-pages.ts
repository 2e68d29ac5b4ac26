import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Session, SessionRequest } from 'precandidate-contract';
import { mintSession } from '../backend/mint-session.ts';
import type { Person } from '../people/person.ts';
import type { PortalContext } from '../portal-context.ts';
import { candidatePage } from '../views/candidate-page.ts';
import { languageFor, languageOf } from '../views/candidate-words.ts';
import { deadLinkPage } from '../views/dead-link-page.ts';
import { candidatePolicy } from './policies.ts';

interface CandidateRoute {
  Params: { id: string };
  Querystring: { lang?: string };
}

/** The page behind a candidate's link, twice: as it would be, and under the strictest policy. */
export function candidatePages(app: FastifyInstance, context: PortalContext): void {
  app.get<CandidateRoute>('/candidates/:id', (request, reply) =>
    show(context, request, reply, false),
  );
  app.get<CandidateRoute>('/strict/:id', (request, reply) => show(context, request, reply, true));

  /** The element's `session-url`: a fresh token when the old one runs out. */
  app.get<CandidateRoute>('/candidates/:id/session', async (request, reply) => {
    const person = context.people.byId(request.params.id);
    if (person?.form == null) return reply.code(404).send({});
    const language = languageFor(request.query.lang, person.country_code);
    const { token } = await sessionFor(context, request, person, { locale: language, html: false });
    return { token };
  });
}

async function show(
  context: PortalContext,
  request: FastifyRequest<CandidateRoute>,
  reply: FastifyReply,
  strict: boolean,
): Promise<unknown> {
  const person = context.people.byId(request.params.id);
  if (person?.form == null) {
    const language = languageOf(request.query.lang, request.headers['accept-language']);
    return reply.code(404).type('text/html').send(deadLinkPage(language));
  }
  const language = languageFor(request.query.lang, person.country_code);
  const nonce = randomBytes(16).toString('base64');
  // The strictest policy allows no styles, and so no fields that are drawn before the script.
  const wish = { locale: language, html: !strict, nonce };
  const session = await sessionFor(context, request, person, wish);
  const proxyUrl = context.settings.proxyPublicUrl;
  reply.header('content-security-policy', candidatePolicy(proxyUrl, nonce, strict));
  reply.type('text/html');
  return candidatePage({ person, language, session, proxyUrl, nonce, strict });
}

/** A session for the one form of this person, on our own pages only. */
function sessionFor(
  { settings }: PortalContext,
  request: FastifyRequest,
  { person_id, form }: Person,
  wish: Pick<SessionRequest, 'locale' | 'html' | 'nonce'>,
): Promise<Session> {
  const form_id = form?.precandidate_id ?? '';
  const origin = `${request.protocol}://${request.host}`;
  return mintSession(settings, { person_id, form_id, origin, ...wish });
}
