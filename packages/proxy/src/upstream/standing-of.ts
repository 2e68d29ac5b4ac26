import type { Settings } from '../config/setting-list.ts';
import { endpointsOf } from '../relay/relay.ts';
import { gateStanding } from './request-gate.ts';
import type { Stores } from '../composition/create-stores.ts';

/**
 * What the proxy depends on and can go on without for a while, so that `/readyz` tells it and
 * answers 200 all the same: taking every process out would not bring the service back.
 */
export async function standingOf(stores: Stores, settings: Settings) {
  const { is_open } = await gateStanding(stores.gates, settings.UPSTREAM_RPS);
  const disabled = await stores.endpoints.disabled();
  const endpoints = endpointsOf(settings).map(({ name }) => name);
  return {
    service: is_open ? 'down' : 'up',
    relay: Object.fromEntries(
      endpoints.map((name) => [name, disabled.includes(name) ? 'disabled' : 'up']),
    ),
  };
}
