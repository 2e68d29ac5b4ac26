import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { precandidateRoutes } from './precandidates-routes.ts';
import { recordRoute } from './record-routes.ts';

/** The service's precandidate records. */
export const precandidates = fp(
  async (app: App) => {
    precandidateRoutes(app, app);
    app.register(async (scope: App) => {
      app.limitBrowsers(scope, app.authenticate.isBackend);
      recordRoute(scope, app);
    });
  },
  { name: 'precandidates', dependencies: ['status'] },
);
