import type { RelayEventType } from 'precandidate-contract';

/**
 * `held`: nobody is set up to be sent it. `dead`: given up. `duplicate`: what it says was sent
 * before. All of them can be replayed.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'dead', 'held', 'duplicate'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event owed to one endpoint of the portal's back end. Times in epoch milliseconds. */
export interface DeliveryRow {
  id: string;
  /** By name; of a held one `default`. */
  endpoint: string;
  type: RelayEventType;
  /** The bytes that are signed and sent. */
  body: string;
  state: DeliveryState;
  /** Attempts that came to an end: one that was broken off by a crash is none. */
  attempt: number;
  next_at: number | null;
  /** E.g. `200`, `503`, `timeout`; `under way` during an attempt; `null` before the first. */
  last_outcome: string | null;
  created_at: number;
  ended_at: number | null;
}

/** A row without its body: what an operator may list. */
export type DeliverySummary = Omit<DeliveryRow, 'body'>;
