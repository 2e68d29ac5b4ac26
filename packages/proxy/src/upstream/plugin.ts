import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { type OutboundProxy, outboundProxyOf } from './outbound.ts';
import { createRequestBudget } from './request-budget.ts';
import { createService, type Service } from './service.ts';
import { createServiceClient } from './service-client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The background check service. */
    service: Service;
    /** `down` while the circuit breaker is open. */
    serviceHealth(): Promise<'up' | 'down'>;
    /** The proxy for outgoing calls; `undefined`: they go directly. */
    outboundProxy: OutboundProxy | undefined;
  }
}

export const upstream = fp(
  async (app: App) => {
    const { UPSTREAM_URL, UPSTREAM_API_KEY, UPSTREAM_RPS } = app.settings;
    const budget = createRequestBudget(app.db, UPSTREAM_RPS, app.onBackgroundError);
    const outboundProxy = outboundProxyOf(app.settings);
    const client = createServiceClient(
      UPSTREAM_URL,
      UPSTREAM_API_KEY,
      budget,
      app.metrics.upstreamCall,
      outboundProxy,
    );
    app.decorate('service', createService(client));
    app.decorate('outboundProxy', outboundProxy);
    app.decorate('serviceHealth', async () => ((await budget.state()).isOpen ? 'down' : 'up'));
    app.metrics.gauge(
      'upstream_breaker_open',
      '1 while calls to the service fail in a row',
      async () => Number((await budget.state()).isOpen),
    );
    app.metrics.gauge(
      'upstream_closed_seconds',
      'Time until a call to the service may be made: budget, Retry-After, or circuit breaker',
      async () => (await budget.state()).closedSeconds,
    );
    // Once the proxy is ready: its start does not need it, and the first candidate does not wait for it.
    app.addHook('onListen', async () => void setImmediate(() => void client.warmUp()));
    app.addHook('onClose', () => client.close());
  },
  { name: 'upstream', dependencies: ['database', 'metrics'] },
);
