import formbody from '@fastify/formbody';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { answerErrors } from './answer-errors.ts';
import { FaultList } from './faults/fault-list.ts';
import { spoilAnswers } from './faults/spoil-answers.ts';
import { logRequests, RequestLog } from './request-log.ts';
import { callRoutes } from './routes/calls.ts';
import { controlRoutes } from './routes/control.ts';
import { formRoutes } from './routes/forms.ts';
import { healthRoutes } from './routes/health.ts';
import { interfaceRoutes } from './routes/interface.ts';
import type { Account } from './service/account.ts';
import type { ReportRunner } from './service/report-runner.ts';

/** The whole service, not listening yet. */
export function buildApp(account: Account, runner: ReportRunner): FastifyInstance {
  const services = { account, runner, faults: new FaultList(), requests: new RequestLog() };
  const app = Fastify({
    logger: { level: account.settings.log_level },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    ajv: {
      customOptions: {
        allErrors: true,
        coerceTypes: false,
        logger: false,
        ownProperties: true,
        removeAdditional: false,
        strict: false,
        useDefaults: false,
      },
    },
  });
  logRequests(app, services.requests);
  spoilAnswers(app, services.faults);
  answerErrors(app);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const { statusCode, elapsedTime } = reply;
    request.log.info({ method, route: routeOptions.url, statusCode, elapsedTime }, 'answered');
  });
  app.register(formbody);
  app.register(interfaceRoutes, { prefix: '/v3', ...services });
  app.register(formRoutes, { prefix: '/forms', ...services });
  app.register(callRoutes, { prefix: '/calls', ...services });
  app.register(controlRoutes, { prefix: '/_control', ...services });
  app.register(healthRoutes, services);
  return app;
}
