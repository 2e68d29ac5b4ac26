import fp from 'fastify-plugin';
import type { App } from '../http/app-type.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { RequestBudget } from './request-budget.ts';
import { createService, type Service } from './service.ts';
import { createServiceClient } from './service-client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    service: Service;
    /** `down` while the circuit breaker is open. */
    serviceHealth(): 'up' | 'down';
    /** How many polls of the service may be queued now. */
    roomForPolls(): number;
  }
}

export const upstream = fp(
  async (app: App) => {
    const { clock, metrics, settings } = app;
    const budget = new RequestBudget(settings.UPSTREAM_RPS);
    const breaker = createCircuitBreaker((ms) => budget.pause(ms));
    const onCall = metrics.upstreamCall;
    const client = createServiceClient({ clock, settings, budget, breaker, onCall });
    app.decorate('service', createService(client));
    app.decorate('roomForPolls', () => budget.roomForPolls());
    app.decorate('serviceHealth', () => (breaker.isOpen() ? 'down' : 'up'));
    metrics.gauge(
      'upstream_breaker_open',
      '1 while calls about several records fail, and none succeeds',
      async () => Number(breaker.isOpen()),
    );
    metrics.gauge(
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
