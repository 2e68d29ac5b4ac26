import type { RelayEvent, SubmissionFailure } from 'precandidate-contract';
import type { DeliveryState, DeliverySummary } from './delivery-row.ts';
import type { DeliveryStore, OwedEvent } from './delivery-store.ts';
import type { EndpointStore } from './endpoint-store.ts';
import type { FormRow, Observation } from '../status/form-store.ts';
import { digest } from '../submissions/digest.ts';
import type { Relay } from './relay.ts';
import { createRelayLoop } from './relay-loop.ts';

/** Events owed to the portal's back end: kept before anything is answered, sent until taken. */
export interface Outbox {
  /** What was held while nobody wanted it goes out first; who was disabled gets another chance. */
  start(): Promise<void>;
  /** Resolves when what is being sent has ended. */
  stop(): Promise<void>;
  /** Keeps an event, its body as it will be sent; `false` when one of this id is kept already. */
  add(event: OwedEvent): Promise<boolean>;
  /** Keeps an event that says what was told before: it is not sent unless replayed. */
  addDuplicate(event: OwedEvent): Promise<void>;
  /** Keeps what a change of status owes; the same change owes it once, however often it is seen. */
  addChange(seen: Observation, known: FormRow | undefined): Promise<void>;
  /** Keeps that a submission ended without arriving, once for each attempt. */
  addFailure(form: FormRow, reason: SubmissionFailure['reason']): Promise<void>;
  list(state: DeliveryState | undefined, limit: number): Promise<DeliverySummary[]>;
  /** Sends it again, also to an endpoint that was disabled. */
  replay(id: string): Promise<DeliverySummary | undefined>;
}

/** `relays` empty: there is nowhere to relay to, and events are held. `is_alone`: no other process has this database. */
export function createOutbox(
  stores: { deliveries: DeliveryStore; endpoints: EndpointStore },
  relays: readonly Relay[],
  onError: (error: unknown) => void,
  is_alone: boolean,
): Outbox {
  const { deliveries, endpoints } = stores;
  const loops = new Map(
    relays.map((relay) => [relay.endpoint, createRelayLoop(relay, stores, onError)]),
  );

  const endpointsFor = ({ type }: OwedEvent): string[] =>
    relays.filter(({ types }) => types.includes(type)).map(({ endpoint }) => endpoint);

  async function add(event: OwedEvent): Promise<boolean> {
    const wanting = endpointsFor(event);
    const fresh = await deliveries.add(event, wanting, Date.now());
    if (fresh) for (const endpoint of wanting) loops.get(endpoint)?.wake();
    return fresh;
  }

  return {
    async start() {
      for (const { endpoint } of relays) await endpoints.enable(endpoint);
      await endpoints.release(relays, Date.now());
      if (is_alone) await deliveries.release(Date.now());
      for (const loop of loops.values()) loop.start();
    },
    async stop() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
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
      for (const type of eventsOf(seen, known)) {
        const occasion = updated_at ?? String(known?.revision ?? 0);
        const id = `evt_${digest(type, person_id, form_id, precandidate_status, occasion)}`;
        const event: RelayEvent = { type, timestamp, data };
        await add({ id, type, body: JSON.stringify(event) });
      }
    },

    async addFailure({ person_id, form_id, attempt }, reason) {
      const type = 'precandidate.submission_failed';
      const data: SubmissionFailure = { person_id, precandidate_id: form_id, attempt, reason };
      const event: RelayEvent = { type, timestamp: new Date().toISOString(), data };
      const id = `evt_${digest(type, person_id, form_id, String(attempt))}`;
      await add({ id, type, body: JSON.stringify(event) });
    },

    list: (state, limit) => deliveries.list(state, limit),

    async replay(id) {
      const found = await deliveries.find(id);
      if (!found) return undefined;
      const loop = loops.get(found.endpoint);
      const replayed = await deliveries.replay(id, loop ? 'pending' : 'held', Date.now());
      await endpoints.enable(found.endpoint);
      loop?.wake();
      return replayed;
    },
  };
}

function eventsOf({ submitted }: Observation, known: FormRow | undefined) {
  return submitted && known?.state !== 'submitted'
    ? (['precandidate.status_changed', 'precandidate.submitted'] as const)
    : (['precandidate.status_changed'] as const);
}
