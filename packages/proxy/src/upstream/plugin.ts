import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { type OutboundProxy, outboundProxyOf } from './outbound.ts';
import { createRequestBudget } from './request-budget.ts';
import { createService, type Service } from './service.ts';
import { createServiceClient } from './service-client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The background check service. */
    service: Service;
    /** `down` while the circuit breaker is open. */
    serviceHealth(): 'up' | 'down';
    /** How many polls of the service may be queued now. */
    roomForPolls(): number;
    /** The proxy for outgoing calls; `undefined`: they go directly. */
    outboundProxy: OutboundProxy | undefined;
  }
}

export const upstream = fp(
  async (app: App) => {
    const { UPSTREAM_URL, UPSTREAM_API_KEY, UPSTREAM_RPS } = app.settings;
    const budget = createRequestBudget(UPSTREAM_RPS);
    const breaker = createCircuitBreaker(budget.pause);
    const outboundProxy = outboundProxyOf(app.settings);
    const client = createServiceClient({
      clock: app.clock,
      baseUrl: UPSTREAM_URL,
      apiKey: UPSTREAM_API_KEY,
      budget,
      breaker,
      onCall: app.metrics.upstreamCall,
      proxy: outboundProxy,
    });
    app.decorate('service', createService(client));
    app.decorate('roomForPolls', budget.roomForPolls);
    app.decorate('outboundProxy', outboundProxy);
    app.decorate('serviceHealth', () => (breaker.isOpen() ? 'down' : 'up'));
    app.metrics.gauge(
      'upstream_breaker_open',
      '1 while calls about several records fail, and none succeeds',
      async () => Number(breaker.isOpen()),
    );
    app.metrics.gauge(
      'upstream_closed_seconds',
      'Time until a call to the service may be made: budget, Retry-After, or circuit breaker',
      async () => budget.pausedMs() / 1_000,
    );
    app.addHook('onClose', async () => {
      budget.stop();
      await client.close();
    });
  },
  { name: 'upstream', dependencies: ['database', 'metrics'] },
);
