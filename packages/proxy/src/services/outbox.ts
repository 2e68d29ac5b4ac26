import type { RelayEvent } from 'precandidate-contract';
import type {
  DeliveryRow,
  DeliverySummary,
  DeliveryState,
  DeliveryStore,
} from '../store/delivery-store.ts';
import type { FormRow } from '../store/form-row.ts';
import type { Observation } from '../store/form-store.ts';
import { createDueLoop, type DueLoop } from './due-loop.ts';
import { digest } from './digest.ts';

/** Sends one event; the relay's part of the outbox. */
export type Send = (event: DeliveryRow) => Promise<Attempt>;
/** `wait`: not tried, to be tried in `retry_after_ms`; the attempt does not count. */
export interface Attempt {
  kind: 'delivered' | 'failed' | 'gone' | 'wait';
  outcome: string;
  retry_after_ms: number;
}

/** Events owed to the portal's back end: kept before anything is answered, sent until taken. */
export interface Outbox extends Pick<DueLoop, 'stop'> {
  /** What was held while there was nowhere to relay to goes out first. */
  start(): Promise<void>;
  /** Keeps an event, its body as it will be sent; `false` when one of this id is kept already. */
  add(event: Pick<DeliveryRow, 'id' | 'type' | 'body'>): Promise<boolean>;
  /** Keeps what a change of status owes; the same change owes it once, however often it is seen. */
  addChange(seen: Observation, known: FormRow | undefined): Promise<void>;
  list(state: DeliveryState | undefined, limit: number): Promise<DeliverySummary[]>;
  replay(id: string): Promise<DeliverySummary | undefined>;
}

const LEASE_MS = 60_000;
const BATCH = 20;
/** Pauses after each failed attempt, in seconds: about three days in all. */
const BACKOFF_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 86_400];

/** `send` absent: there is nowhere to relay to, and events are held. */
export function createOutbox(
  deliveries: DeliveryStore,
  send: Send | undefined,
  onError: (error: unknown) => void,
): Outbox {
  const loop = createDueLoop(round, onError);

  async function round(): Promise<number | undefined> {
    if (!send) return undefined;
    const now = Date.now();
    const due = await deliveries.claimDue(now, now + LEASE_MS, BATCH);
    await Promise.all(due.map((event) => attempt(event, send)));
    return due.length === BATCH ? now : deliveries.nextDue();
  }

  async function attempt(event: DeliveryRow, sendIt: Send): Promise<void> {
    const { kind, outcome, retry_after_ms } = await sendIt(event);
    const now = Date.now();
    if (kind === 'wait') return deliveries.postpone(event.id, outcome, now + retry_after_ms);
    const pause_s = BACKOFF_S[event.attempt - 1];
    if (kind === 'failed' && pause_s !== undefined) {
      const pause_ms = Math.round(pause_s * 1_000 * (0.9 + Math.random() * 0.2));
      const next_at = now + Math.max(retry_after_ms, pause_ms);
      return deliveries.conclude(event.id, 'pending', outcome, next_at, now);
    }
    const state = kind === 'delivered' ? 'delivered' : 'dead';
    return deliveries.conclude(event.id, state, outcome, null, now);
  }

  async function add(event: Pick<DeliveryRow, 'id' | 'type' | 'body'>): Promise<boolean> {
    const state = send ? 'pending' : 'held';
    const fresh = await deliveries.add({ ...event, state }, Date.now());
    if (fresh) loop.wake();
    return fresh;
  }

  return {
    async start() {
      if (send) await deliveries.release(Date.now());
      loop.start();
    },
    stop: loop.stop,
    add,

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

    list: (state, limit) => deliveries.list(state, limit),

    async replay(id) {
      const replayed = await deliveries.replay(id, send ? 'pending' : 'held', Date.now());
      if (replayed) loop.wake();
      return replayed;
    },
  };
}

function eventsOf({ submitted }: Observation, known: FormRow | undefined) {
  return submitted && known?.state !== 'submitted'
    ? (['precandidate.status_changed', 'precandidate.submitted'] as const)
    : (['precandidate.status_changed'] as const);
}
