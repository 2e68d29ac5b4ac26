import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createDraftKeys } from './draft-keys.ts';
import { draftKeyRoute } from './draft-key-routes.ts';
import { revokeSessionsRoute } from './revoke-sessions-routes.ts';
import { sessionRoutes } from './sessions-routes.ts';
import { createSessions } from './sessions.ts';

/** Sessions, their revocation, and the keys of their drafts. */
export const sessions = fp(
  async (app: App) => {
    const { settings, authenticate, revocations } = app;
    const minted = createSessions({
      tokens: app.tokens,
      schemas: app.schemas,
      validator: app.validator,
      prefills: app.stores.prefills,
      sealer: app.sealer,
      poller: app.poller,
      element: app.renderedElement,
      allowed_origins: settings.ALLOWED_ORIGINS,
    });
    sessionRoutes(app, { authenticate, sessions: minted });
    revokeSessionsRoute(app, { authenticate, revocations });
    app.register(async (scope: App) => {
      app.limitBrowsers(scope);
      draftKeyRoute(scope, { authenticate, draftKeys: createDraftKeys(settings.SESSION_SECRETS) });
    });
  },
  { name: 'sessions', dependencies: ['auth', 'schemas', 'status', 'bootstrap'] },
);
