import type { Parts } from './compose.ts';
import { describeRoutes } from '../plugins/describe-routes.ts';
import { standingOf } from '../upstream/standing-of.ts';
import type { App } from '../plugins/app-type.ts';
import { deliveryRoutes } from '../relay/deliveries-routes.ts';
import { personRoutes } from '../persons/persons-routes.ts';
import { precandidateRoutes } from '../precandidates/precandidates-routes.ts';
import { revokeSessionsRoute } from '../sessions/revoke-sessions-routes.ts';
import { sessionRoutes } from '../sessions/sessions-routes.ts';
import { draftKeyRoute } from '../sessions/draft-key-routes.ts';
import { bootstrapRoute } from '../bootstrap/bootstrap-routes.ts';
import { recordRoute } from '../precandidates/record-routes.ts';
import { schemaRoute } from '../schemas/schema-routes.ts';
import { statusRoute } from '../status/status-routes.ts';
import { submissionRoute } from '../submissions/submission-routes.ts';
import { type BrowserLimits, limitBrowsers } from '../plugins/limit-browsers.ts';
import { createRateLimit } from '../plugins/rate-limit.ts';
import { cityListRoute } from '../locodes/city-lists-routes.ts';
import { operationRoutes } from '../plugins/operations.ts';
import { widgetFileRoutes } from '../plugins/widget-files.ts';
import { personCompletedRoute } from '../webhooks/person-completed-routes.ts';
import type { Metrics } from '../plugins/metrics.ts';
import type { Settings } from '../config/setting-list.ts';
import type { Database } from '../db/database.ts';

/** Every path of the proxy. */
export async function addRoutes(
  app: App,
  parts: Parts,
  rest: { db: Database; settings: Settings; metrics: Metrics; isClosing: () => boolean },
): Promise<void> {
  const { settings } = rest;
  const description = describeRoutes(app, settings.WEBHOOK_HEADER);
  precandidateRoutes(app, parts);
  sessionRoutes(app, parts);
  revokeSessionsRoute(app, parts);
  personRoutes(app, parts);
  deliveryRoutes(app, parts);
  const limits = browserLimits(settings.RATE_LIMIT);
  app.register(async (scope) => {
    limitBrowsers(scope, limits);
    schemaRoute(scope, parts);
    statusRoute(scope, parts);
    submissionRoute(scope, parts);
    draftKeyRoute(scope, parts);
  });
  app.register(async (scope) => {
    limitBrowsers(scope, limits, parts.authenticate.isBackend);
    recordRoute(scope, parts);
  });
  app.register(async (scope) => {
    scope.addHook('preValidation', parts.authenticate.sessionInBody);
    limitBrowsers(scope, browserLimits(settings.RATE_LIMIT));
    bootstrapRoute(scope, parts);
  });
  personCompletedRoute(app, parts.intake, {
    header: settings.WEBHOOK_HEADER,
    secrets: settings.WEBHOOK_SECRETS ?? [],
    max_per_minute: settings.WEBHOOK_RATE_LIMIT,
  });

  cityListRoute(app, parts);
  const standing = () => standingOf(parts.stores, settings);
  operationRoutes(app, { ...rest, standing, description });
  await widgetFileRoutes(app);
}

function browserLimits(max: number): BrowserLimits {
  return { address: createRateLimit(max), session: createRateLimit(max) };
}
