import { createCompletionCheck } from '../persons/completion-check.ts';
import type { Metrics } from '../plugins/metrics.ts';
import { createRelays } from '../relay/relay.ts';
import type { Settings } from '../config/setting-list.ts';
import { createFormClient } from '../submissions/form-client.ts';
import { createRequestGate } from './request-gate.ts';
import { createService } from './service.ts';
import { createServiceClient } from './service-client.ts';
import type { Stores } from '../composition/create-stores.ts';
import { outboundProxyOf } from './outbound-proxy-of.ts';

/** Whom the proxy calls: the service, its hosted forms, the portal's back end. */
export function createOutside(
  settings: Settings,
  stores: Stores,
  metrics: Metrics,
  onError: (error: unknown) => void,
) {
  const proxy = outboundProxyOf(settings);
  const client = createServiceClient(
    settings.UPSTREAM_URL,
    settings.UPSTREAM_API_KEY,
    createRequestGate(stores.gates, settings.UPSTREAM_RPS, onError),
    metrics.upstreamCall,
    proxy,
  );
  const service = createService(client);
  const formClient = createFormClient(proxy);
  const isReread = settings.WEBHOOK_VERIFY === 'reread';
  const relays = createRelays(
    settings,
    isReread ? createCompletionCheck(service, stores.persons) : undefined,
    proxy,
  );

  return {
    service,
    formClient,
    relays,
    /** Breaks off what is under way: it counts as unknown, and is looked up later. */
    async close(): Promise<void> {
      await Promise.all([client, formClient, ...relays].map((one) => one.close()));
    },
  };
}
