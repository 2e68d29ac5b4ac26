import type { DeliveryQueue } from './delivery-queue.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { EndpointStore } from './endpoint-store.ts';
import { createDueLoop, type DueLoop } from '../db/due-loop.ts';
import type { Attempt, Relay } from './relay.ts';

/** What a claim outlasts its sending by; after that the holder counts as gone. */
const SLACK_MS = 5_000;
const BATCH = 20;
/** Pauses after each failed attempt, in seconds: about three days in all. */
const BACKOFF_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 86_400];

/** Sends what is due at one endpoint, so that a slow one holds up no other. */
export function createRelayLoop(
  relay: Relay,
  { deliveries, endpoints }: { deliveries: DeliveryQueue; endpoints: EndpointStore },
  onError: (error: unknown) => void,
): DueLoop {
  const lease_ms = relay.longest_ms + SLACK_MS;

  async function round(): Promise<number | undefined> {
    const now = Date.now();
    const due = await deliveries.claimDue(relay.endpoint, now, now + lease_ms, BATCH);
    await Promise.all(due.map(attempt));
    return due.length === BATCH ? now : deliveries.nextDue(relay.endpoint);
  }

  async function attempt(event: DeliveryRow): Promise<void> {
    const { kind, outcome, retry_after_ms } = await relay.send(event).catch(failedInside);
    const now = Date.now();
    if (kind === 'wait') return deliveries.postpone(event, outcome, now + retry_after_ms);
    if (kind === 'gone') await endpoints.disable(relay.endpoint, now);
    const pause_s = BACKOFF_S[event.attempt];
    if (kind === 'failed' && pause_s !== undefined) {
      const pause_ms = Math.round(pause_s * 1_000 * (0.9 + Math.random() * 0.2));
      const next_at = now + Math.max(retry_after_ms, pause_ms);
      return deliveries.conclude(event, 'pending', outcome, next_at, now);
    }
    const state = kind === 'delivered' ? 'delivered' : 'dead';
    return deliveries.conclude(event, state, outcome, null, now);
  }

  /** Counted as any other failure: else one event that cannot be sent would be tried without end. */
  function failedInside(error: unknown): Attempt {
    onError(error);
    return { kind: 'failed', outcome: 'internal', retry_after_ms: 0 };
  }

  return createDueLoop(round, onError);
}
