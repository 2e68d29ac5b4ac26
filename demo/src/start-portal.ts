import formbody from '@fastify/formbody';
import serveStatic from '@fastify/static';
import Fastify from 'fastify';
import { fileURLToPath } from 'node:url';
import { EventLog } from './people/event-log.ts';
import { People } from './people/people.ts';
import type { PortalContext } from './portal-context.ts';
import { candidatePages } from './routes/candidate-pages.ts';
import { creations } from './routes/creations.ts';
import { errorPages } from './routes/error-pages.ts';
import { gallery } from './routes/gallery.ts';
import { hrPages } from './routes/hr-pages.ts';
import { live } from './routes/live.ts';
import { phoneCall } from './routes/phone-call.ts';
import { hrPolicy } from './routes/policies.ts';
import { policyReports, type PolicyReport } from './routes/policy-reports.ts';
import { relayedEvents } from './routes/relayed-events.ts';
import { refuseOtherSites } from './routes/same-origin.ts';
import type { PortalSettings } from './settings.ts';

/** A portal that listens. */
export interface Portal {
  /** Its origin, no trailing slash. */
  url: string;
  /** What browsers reported against the policies of our pages, oldest first. */
  policyReports: readonly PolicyReport[];
  close(): Promise<void>;
}

const PUBLIC = fileURLToPath(new URL('public', import.meta.url));

/** Starts the portal. Rejects when its port is taken. */
export async function startPortal(settings: PortalSettings): Promise<Portal> {
  const context: PortalContext = { settings, people: new People(), events: new EventLog() };
  const reports: PolicyReport[] = [];
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
  app.register(serveStatic, { root: PUBLIC, prefix: '/public/', cacheControl: false });
  app.register(relayedEvents(context));
  app.register(policyReports(reports));
  app.register(async (pages) => {
    pages.addHook('onRequest', refuseOtherSites);
    for (const routes of [hrPages, creations, candidatePages, live, phoneCall, gallery])
      routes(pages, context);
  });
  errorPages(app);
  const url = await app.listen({ host: settings.host, port: settings.port });
  return { url, policyReports: reports, close: () => app.close() };
}
