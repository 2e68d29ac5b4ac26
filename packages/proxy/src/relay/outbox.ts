import type { RelayEvent, RelayEventType, SubmissionFailure } from 'precandidate-contract';
import type { Statement } from '../db/database.ts';
import { backoff, createJobWorker, type Jobs, type JobWorker, type NextRun } from '../db/jobs.ts';
import type { FormRow, Observation } from '../forms/form-store.ts';
import { digest } from '../shared/digest.ts';
import {
  type AddOptions,
  type AddResult,
  type Delivery,
  type DeliveryStore,
  insertEvent,
  type NewEvent,
  type PendingDelivery,
  relayQueue,
} from './delivery-store.ts';
import type { EventSender, SendResult } from './event-sender.ts';

export interface OutboxOptions {
  jobs: Jobs;
  deliveries: DeliveryStore;
  senders: readonly EventSender[];
  onError: (error: unknown) => void;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Events for the portal's back end: stored durably, then sent until they are accepted. An
 * event that no endpoint subscribes to is held until one does.
 */
export function createOutbox(options: OutboxOptions) {
  const { deliveries, senders } = options;
  const workers = new Map(
    senders.map((sender) => [sender.endpoint, createRelayWorker(sender, options)]),
  );

  const endpointsFor = (type: RelayEventType): string[] =>
    senders.filter(({ types }) => types.includes(type)).map(({ endpoint }) => endpoint);

  function statementsOf(event: RelayEvent, id: string): Statement[] {
    const stored = { id, type: event.type, body: JSON.stringify(event) };
    return insertEvent(stored, endpointsFor(event.type), Date.now());
  }

  /** New events are stored: send them now. */
  function wake(): void {
    for (const worker of workers.values()) worker.wake();
  }

  return {
    wake,

    /** Releases held events, gives disabled endpoints another chance, and starts sending. */
    async start(): Promise<void> {
      for (const { endpoint } of senders) await deliveries.enableEndpoint(endpoint);
      await deliveries.releaseHeld(endpointsFor, Date.now());
      await deliveries.scheduleMissing(Date.now());
      for (const worker of workers.values()) await worker.start();
    },

    /** Waits for the running sends, for a bounded time. */
    async stop(): Promise<void> {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },

    async add(event: NewEvent, addOptions?: AddOptions): Promise<AddResult> {
      const result = await deliveries.add(event, endpointsFor(event.type), Date.now(), addOptions);
      if (result === 'stored') wake();
      return result;
    },

    /**
     * The events of a status change, as statements for the transaction that stores the change; call
     * `wake` after it.
     */
    changeStatements(seen: Observation, known: FormRow | undefined): Statement[] {
      const { person_id, form_id, precandidate_status, updated_at } = seen;
      const before = known?.precandidate_status ?? 'CREATED';
      if (precandidate_status === null || precandidate_status === before) return [];
      const data = { person_id, precandidate_id: form_id, precandidate_status, updated_at };
      const timestamp = new Date().toISOString();
      const version = updated_at ?? String(known?.revision ?? 0);
      return eventTypesOf(seen, known).flatMap((type) =>
        statementsOf(
          { type, timestamp, data },
          `evt_${digest(type, person_id, form_id, precandidate_status, version)}`,
        ),
      );
    },

    /**
     * The same, for a submission that did not arrive: one event for each reason and each time that the
     * candidate submits or an operator has the data sent again.
     */
    failureStatements(
      { person_id, form_id, attempt, begun_at }: FormRow,
      reason: SubmissionFailure['reason'],
    ): Statement[] {
      const type = 'precandidate.submission_failed';
      const data = { person_id, precandidate_id: form_id, attempt, reason };
      return statementsOf(
        { type, timestamp: new Date().toISOString(), data },
        `evt_${digest(type, person_id, form_id, String(attempt), String(begun_at), reason)}`,
      );
    },

    list: deliveries.list,

    /** Sends a delivery again, also to a disabled endpoint. `undefined`: there is no such delivery. */
    async replay(id: string): Promise<Delivery | undefined> {
      const found = await deliveries.find(id);
      if (!found) return undefined;
      const worker = workers.get(found.endpoint);
      await deliveries.replay(found, worker ? 'pending' : 'held', Date.now());
      await deliveries.enableEndpoint(found.endpoint);
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
const MAX_SENDS = 13;
const PAUSES = { firstMs: 5_000, longestMs: 24 * 60 * 60_000, factor: 3 };

/** Sends the pending deliveries of one endpoint. */
function createRelayWorker(
  sender: EventSender,
  { jobs, deliveries, onError }: OutboxOptions,
): JobWorker {
  const { endpoint } = sender;

  async function run(delivery: PendingDelivery): Promise<NextRun | undefined> {
    const { kind, outcome, retryAfterMs } = await send(delivery).catch(failedInside);
    const now = Date.now();
    if (kind === 'wait') {
      await deliveries.noteWait(delivery.id, outcome);
      return { dueAt: now + retryAfterMs };
    }
    if (kind === 'gone') await deliveries.disableEndpoint(endpoint, now);
    const isRetried = kind === 'failed' && delivery.sends + 1 < MAX_SENDS;
    const ended = kind === 'delivered' ? 'delivered' : 'dead';
    await deliveries.conclude(delivery, isRetried ? 'pending' : ended, outcome, now);
    if (!isRetried) return undefined;
    return { dueAt: now + Math.max(retryAfterMs, backoff(delivery.sends, PAUSES)) };
  }

  async function send({ id, type }: PendingDelivery): Promise<SendResult> {
    return sender.send({ id, type, body: await deliveries.bodyOf(id) });
  }

  /** Counts like any other failure: otherwise an event that cannot be sent would retry forever. */
  function failedInside(error: unknown): SendResult {
    onError(error);
    return { kind: 'failed', outcome: 'internal', retryAfterMs: 0 };
  }

  return createJobWorker<PendingDelivery>(jobs, {
    queue: relayQueue(endpoint),
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    load: deliveries.loadPending,
    run,
    isPaused: async () => (await deliveries.disabledEndpoints()).includes(endpoint),
    onError,
  });
}
