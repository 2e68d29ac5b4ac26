import type { Parts } from '../composition/compose.ts';
import { gateStanding } from '../upstream/request-gate.ts';
import type { Metrics } from './metrics.ts';

/** Gauges that are read from the parts when they are scraped. */
export function watchMetrics(
  metrics: Metrics,
  { stores, updates, database }: Parts,
  per_second: number,
): void {
  metrics.gauge('database_up', '1 while the database can be written to', () =>
    database.ping().then(
      () => 1,
      () => 0,
    ),
  );
  metrics.gauge('streams', 'Open status streams', async () => updates.streamCount());
  metrics.gauge('waits', 'Status requests that are held until there is news', async () =>
    updates.longPollCount(),
  );
  metrics.gauge('watched_persons', 'Persons that are looked at again', stores.watches.countWatched);
  metrics.gauges('forms', 'Forms by submission state', 'state', async () =>
    (await stores.forms.countByState()).map(({ state, forms }) => [state, forms]),
  );
  metrics.gauge('upstream_breaker_open', '1 while calls to the service fail in a row', async () =>
    Number((await gateStanding(stores.gates, per_second)).is_open),
  );
  metrics.gauge(
    'upstream_closed_seconds',
    'Until a call to the service is let through: budget, Retry-After or breaker',
    async () => (await gateStanding(stores.gates, per_second)).closed_seconds,
  );
  metrics.gauge(
    'oldest_undelivered_seconds',
    'Age of the oldest event that is neither delivered nor dead; 0 when there is none',
    async () => (await stores.deliveries.oldestOwed(Date.now())) / 1_000,
  );
  metrics.gauge(
    'relay_endpoints_disabled',
    'Endpoints that answered 410',
    async () => (await stores.endpoints.disabled()).length,
  );
  metrics.gauges('deliveries', 'Relayed events by state', 'state', async () =>
    (await stores.deliveries.countByState()).map(({ state, deliveries }) => [state, deliveries]),
  );
}
