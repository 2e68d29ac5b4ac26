import { RELAY_EVENTS, type RelayEventType } from 'precandidate-contract';
import type { OutboundProxy } from '../upstream/outbound-agent.ts';
import { createEventSender } from './event-sender.ts';
import { RELAY_TIMEOUT_MS } from './relay-agent.ts';
import type { RelayEndpoint } from '../config/relay-endpoints.ts';
import type { Settings } from '../config/setting-list.ts';
import type { DeliveryRow } from './delivery-row.ts';
import { DEFAULT_ENDPOINT } from './delivery-store.ts';
import { type CompletionCheck, LONGEST_CHECK_MS } from '../persons/completion-check.ts';

/**
 * What came of one attempt. `wait`: not tried, and not counted. `unfit`: never to be sent. `gone`:
 * the endpoint wants nothing any more.
 */
export interface Attempt {
  kind: 'delivered' | 'failed' | 'gone' | 'unfit' | 'wait';
  outcome: string;
  retry_after_ms: number;
}

/** The way to one endpoint of the portal's back end. */
export interface Relay {
  endpoint: string;
  types: readonly RelayEventType[];
  /** The longest that one `send` takes. */
  longest_ms: number;
  send(event: DeliveryRow): Promise<Attempt>;
  close(): Promise<void>;
}

type RelaySettings = Pick<
  Settings,
  'RELAY_URL' | 'RELAY_SECRET' | 'RELAY_ENDPOINTS' | 'RELAY_ALLOW_PRIVATE'
>;

/** One for `RELAY_URL`, and one for each of `RELAY_ENDPOINTS`. */
export function createRelays(
  settings: RelaySettings,
  check: CompletionCheck | undefined,
  proxy?: OutboundProxy,
): Relay[] {
  return endpointsOf(settings).map(({ name, url, secrets, events }) => {
    const allow_private = settings.RELAY_ALLOW_PRIVATE;
    const sender = createEventSender({ url, secrets, allow_private, proxy });
    return {
      endpoint: name,
      types: events,
      longest_ms: RELAY_TIMEOUT_MS + (check === undefined ? 0 : LONGEST_CHECK_MS),
      async send(event) {
        const objection = event.type === 'person.completed' ? await check?.(event) : undefined;
        return objection ?? sender.send(event);
      },
      close: () => sender.close(),
    };
  });
}

/** Who is to be sent events. */
export function endpointsOf({
  RELAY_URL,
  RELAY_SECRET,
  RELAY_ENDPOINTS = [],
}: Pick<RelaySettings, 'RELAY_URL' | 'RELAY_SECRET' | 'RELAY_ENDPOINTS'>): RelayEndpoint[] {
  const own: RelayEndpoint[] =
    RELAY_URL === undefined
      ? []
      : [
          {
            name: DEFAULT_ENDPOINT,
            url: RELAY_URL,
            secrets: RELAY_SECRET ?? [],
            events: RELAY_EVENTS,
          },
        ];
  return [...own, ...RELAY_ENDPOINTS];
}
