import type { RelayEvent, SubmissionFailure } from 'precandidate-contract';
import { backoff, createJobWorker, type JobWorker } from '../db/job-worker.ts';
import type { Jobs, NextRun } from '../db/jobs.ts';
import type { FormRow, Observation } from '../forms/form-store.ts';
import { digest } from '../shared/digest.ts';
import {
  type Delivery,
  type DeliveryState,
  type DeliveryStore,
  type NewEvent,
  type PendingDelivery,
  relayQueue,
} from './delivery-store.ts';
import type { EndpointStore } from './endpoints.ts';
import type { Attempt, EventSender } from './event-sender.ts';

/** Events for the portal's back end: stored durably, then sent until they are accepted. */
export interface Outbox {
  /** Releases held events, gives disabled endpoints another chance, and starts sending. */
  start(): Promise<void>;
  /** Waits for the running sends, for a bounded time. */
  stop(): Promise<void>;
  /** Stores an event; `false` when an event of this id is stored already. */
  add(event: NewEvent): Promise<boolean>;
  /** Stores an event that repeats an earlier one: it is sent only when it is replayed. */
  addDuplicate(event: NewEvent): Promise<void>;
  /** Stores the events of a status change, once however often the change is seen. */
  addChange(seen: Observation, known: FormRow | undefined): Promise<void>;
  /** Stores that a submission did not arrive, once for each attempt and reason. */
  addFailure(form: FormRow, reason: SubmissionFailure['reason']): Promise<void>;
  list(state: DeliveryState | undefined, limit: number): Promise<Delivery[]>;
  /** Sends a delivery again, also to a disabled endpoint. `undefined`: there is no such delivery. */
  replay(id: string): Promise<Delivery | undefined>;
}

/** Without `senders`, events are held until an endpoint is configured. */
export function createOutbox(parts: {
  jobs: Jobs;
  deliveries: DeliveryStore;
  endpoints: EndpointStore;
  senders: readonly EventSender[];
  onError: (error: unknown) => void;
}): Outbox {
  const { deliveries, endpoints, senders } = parts;
  const workers = new Map(
    senders.map((sender) => [sender.endpoint, createRelayWorker(sender, parts)]),
  );

  const endpointsFor = ({ type }: NewEvent): string[] =>
    senders.filter(({ types }) => types.includes(type)).map(({ endpoint }) => endpoint);

  async function add(event: NewEvent): Promise<boolean> {
    const interested = endpointsFor(event);
    const isNew = await deliveries.add(event, interested, Date.now());
    if (isNew) for (const endpoint of interested) workers.get(endpoint)?.wake();
    return isNew;
  }

  return {
    async start() {
      for (const { endpoint } of senders) await endpoints.enable(endpoint);
      await endpoints.releaseHeld(senders, Date.now());
      await deliveries.scheduleMissing(Date.now());
      for (const worker of workers.values()) await worker.start();
    },
    async stop() {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
    add,

    async addDuplicate(event) {
      await deliveries.add(event, endpointsFor(event), Date.now(), 'duplicate');
    },

    async addChange(seen, known) {
      const { person_id, form_id, precandidate_status, updated_at } = seen;
      const before = known?.precandidate_status ?? 'CREATED';
      if (precandidate_status === null || precandidate_status === before) return;
      const data = { person_id, precandidate_id: form_id, precandidate_status, updated_at };
      const timestamp = new Date().toISOString();
      for (const type of eventTypesOf(seen, known)) {
        const version = updated_at ?? String(known?.revision ?? 0);
        const id = `evt_${digest(type, person_id, form_id, precandidate_status, version)}`;
        const event: RelayEvent = { type, timestamp, data };
        await add({ id, type, body: JSON.stringify(event) });
      }
    },

    async addFailure({ person_id, form_id, attempt }, reason) {
      const type = 'precandidate.submission_failed';
      const data: SubmissionFailure = { person_id, precandidate_id: form_id, attempt, reason };
      const event: RelayEvent = { type, timestamp: new Date().toISOString(), data };
      const id = `evt_${digest(type, person_id, form_id, String(attempt), reason)}`;
      await add({ id, type, body: JSON.stringify(event) });
    },

    list: (state, limit) => deliveries.list(state, limit),

    async replay(id) {
      const found = await deliveries.find(id);
      if (!found) return undefined;
      const worker = workers.get(found.endpoint);
      await deliveries.replay(found, worker ? 'pending' : 'held', Date.now());
      await endpoints.enable(found.endpoint);
      worker?.wake();
      return deliveries.find(id);
    },
  };
}

function eventTypesOf({ submitted }: Observation, known: FormRow | undefined) {
  return submitted && known?.state !== 'submitted'
    ? (['precandidate.status_changed', 'precandidate.submitted'] as const)
    : (['precandidate.status_changed'] as const);
}

/** Sends of one endpoint that run at once in this process. */
const CONCURRENCY = 20;
const LEASE_MS = 15_000;
/** About three and a half days in all. */
const MAX_ATTEMPTS = 13;
const PAUSES = { firstMs: 5_000, longestMs: 24 * 60 * 60_000, factor: 3 };

/** Sends the pending deliveries of one endpoint. */
function createRelayWorker(
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
