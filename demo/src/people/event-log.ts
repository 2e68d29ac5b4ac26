import type { RelayEvent } from 'precandidate-contract';

/** One arrival at the address that takes relayed events. */
export interface LoggedEvent {
  /** The `webhook-id`: a repeated delivery has the same. */
  id: string;
  received_at: Date;
  /** How often it arrived. */
  times: number;
  /** The event; `null` when its signature did not verify, so that nothing in it is believed. */
  event: RelayEvent | null;
}

const KEPT = 200;

/** What was relayed to the portal, newest first. */
export class EventLog {
  #entries: LoggedEvent[] = [];

  /** Notes an arrival; `true` when this event is new to us. */
  note(id: string, event: RelayEvent | null): boolean {
    const known = this.#entries.find((entry) => entry.id === id && entry.event !== null);
    if (known !== undefined && event !== null) {
      known.times += 1;
      return false;
    }
    this.#entries = [{ id, received_at: new Date(), times: 1, event }, ...this.#entries].slice(
      0,
      KEPT,
    );
    return true;
  }

  all(): readonly LoggedEvent[] {
    return this.#entries;
  }

  /** The events that are about `person_id`. */
  about(person_id: string): LoggedEvent[] {
    return this.#entries.filter(({ event }) => event !== null && personOf(event) === person_id);
  }
}

/** The person that an event is about. */
export function personOf(event: RelayEvent): string {
  return event.type === 'person.completed' ? event.data.id : event.data.person_id;
}
