import type { Parts } from './compose.ts';
import { describeRoutes } from './describe-routes.ts';
import { standingOf } from './standing-of.ts';
import type { App } from '../routes/app-type.ts';
import { deliveryRoutes } from '../routes/backend/deliveries.ts';
import { personRoutes } from '../routes/backend/persons.ts';
import { precandidateRoutes } from '../routes/backend/precandidates.ts';
import { revokeSessionsRoute } from '../routes/backend/revoke-sessions.ts';
import { sessionRoutes } from '../routes/backend/sessions.ts';
import { draftKeyRoute } from '../routes/browser/draft-key.ts';
import { openingRoute } from '../routes/browser/opening.ts';
import { plainPageRoute } from '../routes/browser/plain-page.ts';
import { recordRoute } from '../routes/browser/record.ts';
import { schemaRoute } from '../routes/browser/schema.ts';
import { statusRoute } from '../routes/browser/status.ts';
import { submissionRoute } from '../routes/browser/submission.ts';
import { type BrowserLimits, limitBrowsers } from '../routes/limit-browsers.ts';
import { createRateLimit } from '../routes/rate-limit.ts';
import { cityListRoute } from '../routes/open/city-lists.ts';
import { operationRoutes } from '../routes/open/operations.ts';
import { widgetFileRoutes } from '../routes/open/widget-files.ts';
import { personCompletedRoute } from '../routes/person-completed.ts';
import type { Metrics } from '../services/metrics.ts';
import type { Settings } from '../settings/setting-list.ts';
import type { Database } from '../store/database.ts';

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
    openingRoute(scope, parts);
  });
  app.register(async (scope) => {
    scope.addHook('preValidation', async (request) => {
      const { sessionInPost, receiptInCookie } = parts.authenticate;
      await (request.method === 'POST' ? sessionInPost(request) : receiptInCookie(request));
    });
    limitBrowsers(scope, browserLimits(settings.RATE_LIMIT));
    plainPageRoute(scope, {
      ...parts,
      allowed_origins: settings.ALLOWED_ORIGINS,
      count: rest.metrics.problem,
    });
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
