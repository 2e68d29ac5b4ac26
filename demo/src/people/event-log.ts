import type { RelayEvent } from 'precandidate-contract';

/** A request to the path for relayed events. */
export interface LoggedEvent {
  /** The `webhook-id`; repeated deliveries have the same. */
  id: string;
  received_at: Date;
  deliveries: number;
  /** `null` when the signature is invalid: nothing in the request can be trusted. */
  event: RelayEvent | null;
}

const MAX_ENTRIES = 200;

/** The events that the proxy relayed, newest first. */
export class EventLog {
  #entries: LoggedEvent[] = [];

  /** Adds an event; `false` when it was delivered before. */
  add(id: string, event: RelayEvent | null): boolean {
    const earlier = this.#entries.find((entry) => entry.id === id && entry.event !== null);
    if (earlier !== undefined && event !== null) {
      earlier.deliveries += 1;
      return false;
    }
    const entry = { id, received_at: new Date(), deliveries: 1, event };
    this.#entries = [entry, ...this.#entries].slice(0, MAX_ENTRIES);
    return true;
  }

  all(): readonly LoggedEvent[] {
    return this.#entries;
  }

  /** The events about a person. */
  about(person_id: string): LoggedEvent[] {
    return this.#entries.filter(({ event }) => event !== null && personIdOf(event) === person_id);
  }
}

/** The person that an event is about. */
export function personIdOf(event: RelayEvent): string {
  return event.type === 'person.completed' ? event.data.id : event.data.person_id;
}
