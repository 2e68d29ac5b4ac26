import { ProblemError } from './problem-error.ts';
import type { Metrics } from './metrics.ts';
import type { Database } from '../db/database.ts';
import type { App } from './app-type.ts';

/** What an operator and their tools look at. */
export function operationRoutes(
  app: App,
  parts: {
    db: Database;
    metrics: Metrics;
    isClosing: () => boolean;
    standing: () => Promise<object>;
    /** All routes as OpenAPI. */
    description: () => Promise<object>;
  },
): void {
  const { db, metrics, isClosing, standing } = parts;
  const tags = ['operations'];

  app.get('/healthz', { schema: { summary: 'The process runs', tags } }, async () => ({
    status: 'ok',
  }));

  app.get('/readyz', { schema: { summary: 'The process can do its work', tags } }, async () => {
    if (isClosing()) throw new ProblemError('shutting-down');
    await db.ping();
    return { status: 'ready', database: db.engine, ...(await standing()) };
  });

  app.get('/metrics', { schema: { summary: 'Prometheus metrics', tags } }, async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  app.get('/openapi.json', { schema: { hide: true } }, parts.description);
}
