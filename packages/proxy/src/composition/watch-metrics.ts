import type { Parts } from './compose.ts';
import type { Metrics } from '../services/metrics.ts';

/** Gauges that are read from the parts when they are scraped. */
export function watchMetrics(metrics: Metrics, { stores, streams, waits }: Parts): void {
  metrics.gauge('streams', 'Open status streams', streams.count);
  metrics.gauge('waits', 'Status requests that are held until there is news', waits.count);
  metrics.gauge('watched_persons', 'Persons that are looked at again', stores.watches.countWatched);
  metrics.gauges('forms', 'Forms by submission state', 'state', async () =>
    (await stores.forms.countByState()).map(({ state, forms }) => [state, forms]),
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
