import fp from 'fastify-plugin';
import { Type } from 'typebox';
import type { App } from '../http/app-type.ts';
import { cachedFor } from './metrics.ts';
import { problems } from '../http/problem-responses.ts';
import { securityHeaders } from '../http/headers.ts';
import { createServer } from '../http/server.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** Requests within this time share one check of the database. */
const READY_MS = 1_000;

/** `/healthz`, `/readyz`, and `/metrics`; with `METRICS_PORT` the metrics have a port of their own. */
export const health = fp(
  async (app: App) => {
    const { settings, db, metrics } = app;
    const tags = ['operations'];

    const databaseReady = cachedFor(READY_MS, () => app.databaseReady());

    /** The service and the receiver may be down: restarting this process would not help. */
    async function readiness() {
      await databaseReady();
      const outside = await app.formUrlsOutside();
      return {
        status: 'ready',
        database: db.engine,
        service: app.serviceHealth(),
        relay: app.relayHealth(),
        ...(outside.length > 0 && { form_urls: 'outside-form-hosts' }),
      };
    }

    const returns = { 200: Type.Unknown() };
    app.get('/healthz', { schema: { summary: 'The process runs', tags, returns } }, async () => ({
      status: 'ok',
    }));

    app.get(
      '/readyz',
      {
        schema: {
          summary: 'The process can serve requests',
          tags,
          returns,
          problems: ['database-unavailable', 'shutting-down'],
        },
      },
      async () => {
        if (app.isClosing()) throw new ProblemError('shutting-down');
        return readiness();
      },
    );

    // A gauge that cannot be read is 0.
    metrics.gauge('database_up', '1 while the database can be written to', async () => {
      await databaseReady();
      return 1;
    });

    const target = settings.METRICS_PORT === undefined ? app : await createMetricsServer(app);
    target.get(
      '/metrics',
      { schema: { summary: 'Prometheus metrics', tags, returns } },
      async (_, reply) => reply.type(metrics.contentType).send(await metrics.scrape()),
    );
    if (settings.METRICS_PORT === undefined) return;
    app.addHook('onReady', async () => {
      await target.listen({ host: settings.HOST, port: settings.METRICS_PORT ?? 0 });
    });
    app.addHook('onClose', () => target.close());
  },
  { name: 'health', dependencies: ['metrics', 'database', 'upstream', 'outbox', 'submissions'] },
);

/** With the limits and the problems of the proxy's own server. */
async function createMetricsServer({
  settings,
  metrics,
}: Pick<App, 'settings' | 'metrics'>): Promise<App> {
  const server = createServer(settings);
  const shared = async (app: App) => void app.decorate('metrics', metrics);
  await server.register(fp(shared, { name: 'metrics' }));
  await server.register(securityHeaders);
  await server.register(problems);
  return server;
}
