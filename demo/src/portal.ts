import formbody from '@fastify/formbody';
import serveStatic from '@fastify/static';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';
import { ProxyError } from './backend/proxy.ts';
import { EventLog } from './people/event-log.ts';
import { People } from './people/people.ts';
import type { PortalContext, PortalSettings } from './portal-context.ts';
import { candidateRoutes } from './routes/candidate.ts';
import { docsRoutes } from './routes/docs.ts';
import { galleryRoutes } from './routes/gallery.ts';
import { homeRoutes } from './routes/home.ts';
import { personRoutes } from './routes/person.ts';
import { relayedEvents } from './routes/relayed-events.ts';
import { hrPolicy, rejectOtherSites } from './routes/security.ts';
import { trySchemaRoutes } from './try-schema/routes.ts';
import { messagePage } from './views/layout.ts';

/** A running portal. */
export interface Portal {
  /** Its origin, without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

export const HOST = '127.0.0.1';
const PUBLIC_FOLDER = fileURLToPath(new URL('public', import.meta.url));

/** Starts the portal. Fails when its port is taken. */
export async function startPortal(settings: PortalSettings): Promise<Portal> {
  const context: PortalContext = { settings, people: new People(), events: new EventLog() };
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': hrPolicy(),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });
  app.register(formbody);
  app.register(serveStatic, { root: PUBLIC_FOLDER, prefix: '/public/', cacheControl: false });
  app.register(docsRoutes);
  app.register(relayedEvents(context));
  app.register(async (pages) => {
    pages.addHook('onRequest', rejectOtherSites);
    homeRoutes(pages, context);
    personRoutes(pages, context);
    candidateRoutes(pages, context);
    galleryRoutes(pages, context);
    trySchemaRoutes(pages, context);
  });
  showErrors(app);
  const url = await app.listen({ host: HOST, port: settings.port });
  return { url, close: () => app.close() };
}

/** Error pages: a plain sentence, never a stack. */
function showErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/html').send(messagePage('Not found', 'This page does not exist.')),
  );
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const [status, title, sentence] =
      error instanceof ProxyError
        ? [502, 'Not available now', `${error.problem.title}.`]
        : [error.statusCode ?? 500, 'Something went wrong', 'Nothing was changed.'];
    return reply.code(status).type('text/html').send(messagePage(title, sentence));
  });
}
