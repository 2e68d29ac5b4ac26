import { backoff } from '../db/backoff.ts';
import { createJobWorker, type JobWorker } from '../db/job-worker.ts';
import type { Jobs, NextRun } from '../db/jobs.ts';
import { type DeliveryStore, type PendingDelivery, relayQueue } from './delivery-store.ts';
import type { EndpointStore } from './endpoints.ts';
import type { Attempt, EventSender } from './event-sender.ts';

/** Sends of one endpoint that run at once in this process. */
const CONCURRENCY = 20;
const LEASE_MS = 15_000;
/** About three and a half days in all. */
const MAX_ATTEMPTS = 13;
const PAUSES = { firstMs: 5_000, longestMs: 24 * 60 * 60_000, factor: 3 };

/** Sends the pending deliveries of one endpoint. */
export function createRelayWorker(
  sender: EventSender,
  parts: {
    jobs: Jobs;
    deliveries: DeliveryStore;
    endpoints: EndpointStore;
    onError: (error: unknown) => void;
  },
): JobWorker {
  const { jobs, deliveries, endpoints, onError } = parts;
  const { endpoint } = sender;

  async function run(delivery: PendingDelivery): Promise<NextRun | undefined> {
    const { kind, outcome, retryAfterMs } = await send(delivery).catch(failedInside);
    const now = Date.now();
    if (kind === 'wait') {
      await deliveries.noteOutcome(delivery.id, outcome);
      return { due_at: now + retryAfterMs };
    }
    if (kind === 'gone') await endpoints.disable(endpoint, now);
    const isRetried = kind === 'failed' && delivery.attempt + 1 < MAX_ATTEMPTS;
    const ended = kind === 'delivered' ? 'delivered' : 'dead';
    await deliveries.conclude(delivery, isRetried ? 'pending' : ended, outcome, now);
    if (!isRetried) return undefined;
    return { due_at: now + Math.max(retryAfterMs, backoff(delivery.attempt, PAUSES)) };
  }

  async function send({ id, type }: PendingDelivery): Promise<Attempt> {
    return sender.send({ id, type, body: await deliveries.bodyOf(id) });
  }

  /** Counts like any other failure: otherwise an event that cannot be sent would retry forever. */
  function failedInside(error: unknown): Attempt {
    onError(error);
    return { kind: 'failed', outcome: 'internal', retryAfterMs: 0 };
  }

  return createJobWorker<PendingDelivery>(jobs, {
    queue: relayQueue(endpoint),
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    load: deliveries.loadPending,
    run,
    isPaused: async () => (await endpoints.disabled()).includes(endpoint),
    onError,
  });
}
