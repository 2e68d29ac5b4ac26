import fp from 'fastify-plugin';
import type { App } from '../http/app-type.ts';
import { withinTime } from '../shared/within-time.ts';
import { RequestBudget } from './request-budget.ts';
import { createService, type Service } from './service.ts';
import { createServiceClient } from './service-client.ts';
import {
  type CallResult,
  createServiceHealth,
  PROBE_PATH,
  type ServiceHealth,
} from './service-health.ts';

declare module 'fastify' {
  interface FastifyInstance {
    service: Service;
    serviceHealth(): ServiceHealth;
    /** How many polls of the service may be queued now. */
    roomForPolls(): number;
  }
}

export const upstream = fp(
  async (app: App) => {
    const { clock, log, metrics, settings } = app;
    const budget = new RequestBudget(settings.UPSTREAM_RPS);
    const health = createServiceHealth({
      probe: () => client.get(PROBE_PATH, { caller: 'poll' }),
      pause: (ms) => budget.pause(ms),
      onChange: (state) => logHealth(log, state),
    });
    const onCall = (call: CallResult): void => {
      metrics.upstreamCall(call.outcome);
      health.record(call);
    };
    const client = createServiceClient({ clock, settings, budget, onCall });
    app.decorate('service', createService(client));
    app.decorate('roomForPolls', () => budget.roomForPolls());
    app.decorate('serviceHealth', health.current);
    metrics.gauge(
      'upstream_down',
      '1 while calls to the service fail, and none succeeds',
      async () => Number(health.current() === 'down'),
    );
    metrics.gauge(
      'upstream_breaker_open',
      '1 while calls about several records fail, and none succeeds',
      async () => Number(health.isBreakerOpen()),
    );
    metrics.gauge(
      'upstream_closed_seconds',
      'Time until a call to the service may be made: budget, Retry-After, or circuit breaker',
      async () => budget.pausedMs() / 1_000,
    );
    // The log says whether the service accepts the key before the log says that the proxy is ready.
    app.addHook('onReady', () => withinTime(health.probeNow(), PROBE_WITHIN_MS).catch(() => {}));
    app.addHook('onClose', async () => {
      health.stop();
      budget.stop();
      await client.close();
    });
  },
  { name: 'upstream', dependencies: ['database', 'metrics'] },
);

/** A service that does not respond delays the start no longer. */
const PROBE_WITHIN_MS = 1_000;

function logHealth(log: App['log'], health: ServiceHealth): void {
  if (health === 'up') log.info('the service responds and accepts UPSTREAM_API_KEY');
  else if (health === 'down') log.error('the service does not respond, or only with errors');
  else log.error('the service refuses UPSTREAM_API_KEY');
}
