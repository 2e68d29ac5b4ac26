import type { RelayEvent, SubmissionFailure } from 'precandidate-contract';
import type { Statement } from '../db/database.ts';
import { createJobWorker, type JobWorker } from '../db/job-worker.ts';
import { backoff, type Jobs, type NextRun } from '../db/jobs.ts';
import type { FormRow } from '../forms/form-store.ts';
import type { Observation } from '../forms/observation.ts';
import type { Clock } from '../shared/clock.ts';
import { digest } from '../shared/digest.ts';
import {
  type Delivery,
  type DeliveryStore,
  insertEvent,
  type NewEvent,
  type PendingDelivery,
  OUTBOX,
  withdrawEvent,
} from './delivery-store.ts';
import type { EventSender, SendResult } from './event-sender.ts';

export interface OutboxOptions {
  clock: Clock;
  jobs: Jobs;
  deliveries: DeliveryStore;
  /** `undefined`: events wait until `RELAY_URL` is set. */
  sender: EventSender | undefined;
  /** An event was sent; for the log and the metrics. */
  onSent: (event: PendingDelivery, result: Pick<SendResult, 'isDelivered' | 'outcome'>) => void;
  onError: (error: unknown) => void;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Events for the portal's back end: stored durably, then sent until they are accepted. */
export function createOutbox(options: OutboxOptions) {
  const { clock, deliveries, sender } = options;
  const worker = sender && createRelayWorker(sender, options);

  /** The statements that store an event, to be sent at `sendAt` or later. */
  function eventStatements(event: NewEvent, sendAt?: number): Statement[] {
    return insertEvent(event, clock.now(), sendAt);
  }

  return {
    eventStatements,
    withdrawStatement: withdrawEvent,
    start: async (): Promise<void> => worker?.start(),

    /** Waits for the running sends, for a bounded time. */
    stop: async (): Promise<void> => worker?.stop(),

    /** Stores an event, and `others` in the same transaction. `false`: its id was stored before. */
    add: (event: NewEvent, others?: readonly Statement[]): Promise<boolean> =>
      deliveries.add(event, clock.now(), others),

    ...createFormEvents(clock, eventStatements),
    list: deliveries.list.bind(deliveries),

    /** Sends a delivery again. `undefined`: there is no such delivery. */
    async replay(id: string): Promise<Delivery | undefined> {
      if (!(await deliveries.find(id))) return undefined;
      await deliveries.replay(id, clock.now());
      return deliveries.find(id);
    },
  };
}

/** The events of a form, as statements for the transaction that changes it. */
function createFormEvents(clock: Clock, eventStatements: (event: NewEvent) => Statement[]) {
  function formStatements(
    event: Exclude<RelayEvent, { type: 'person.completed' }>,
    id: string,
  ): Statement[] {
    const { person_id, precandidate_id: form_id } = event.data;
    const body = JSON.stringify(event);
    return eventStatements({ id, type: event.type, person_id, form_id, body });
  }

  return {
    /** The events of a status change, for the transaction that stores the change. */
    changeStatements(seen: Observation, known: FormRow | undefined): Statement[] {
      const { person_id, form_id, precandidate_status, updated_at } = seen;
      const before = known?.precandidate_status ?? 'CREATED';
      if (precandidate_status === null || precandidate_status === before) return [];
      const data = { person_id, precandidate_id: form_id, precandidate_status, updated_at };
      const timestamp = new Date(clock.now()).toISOString();
      const version = updated_at ?? String(known?.revision ?? 0);
      return eventTypesOf(seen, known).flatMap((type) =>
        formStatements(
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
      return formStatements(
        { type, timestamp: new Date(clock.now()).toISOString(), data },
        `evt_${digest(type, person_id, form_id, String(attempt), String(begun_at), reason)}`,
      );
    },
  };
}

function eventTypesOf({ submitted }: Observation, known: FormRow | undefined) {
  return submitted && known?.state !== 'submitted'
    ? (['precandidate.status_changed', 'precandidate.submitted'] as const)
    : (['precandidate.status_changed'] as const);
}

/** Sends that run at once in this process. */
const CONCURRENCY = 20;
const LEASE_MS = 15_000;
/** The longest is short enough that a receiver that was away for days gets its events soon again. */
const PAUSES = { firstMs: 5_000, longestMs: 60 * 60_000, factor: 3 };

/** Sends the pending deliveries, each until it is accepted or deleted after `KEEP_EVENTS_DAYS`. */
function createRelayWorker(
  sender: EventSender,
  { clock, jobs, deliveries, onSent, onError }: OutboxOptions,
): JobWorker {
  async function run(delivery: PendingDelivery): Promise<NextRun | undefined> {
    const { isDelivered, outcome, retryAfterMs } = await send(delivery).catch(failedInside);
    onSent(delivery, { isDelivered, outcome });
    const now = clock.now();
    const state = isDelivered ? 'delivered' : 'pending';
    await deliveries.conclude(delivery, { state, outcome, now });
    if (isDelivered) return undefined;
    return { dueAt: now + Math.max(retryAfterMs, backoff(delivery.sends, PAUSES)) };
  }

  async function send({ id }: PendingDelivery): Promise<SendResult> {
    return sender.send({ id, body: await deliveries.bodyOf(id) });
  }

  function failedInside(error: unknown): SendResult {
    onError(error);
    return { isDelivered: false, outcome: 'internal', retryAfterMs: 0 };
  }

  return createJobWorker<PendingDelivery>(jobs, {
    queue: OUTBOX,
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    load: (ids) => deliveries.loadPending(ids),
    run,
    onError,
  });
}
