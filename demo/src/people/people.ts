import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { ReportStatus, SubmittedBy } from 'precandidate-contract';

/** A person whom HR checks, as the portal stores them. */
export interface Person {
  /** The portal's own id, and the secret part of the candidate's link. */
  id: string;
  name: string;
  created_at: Date;
  person_id: string;
  country_code: string;
  pipeline_name: string;
  /** The form to fill in; `null` for a person without missing data. */
  form: PersonForm | null;
  /** `null` until the checks have started. */
  folder_status: string | null;
  /** By report name. */
  reports: Record<string, ReportStatus>;
}

export interface PersonForm {
  precandidate_id: string;
  form_url: string;
  precandidate_status: string;
  /** When the service last changed the record; `null` when it did not say. */
  updated_at: string | null;
  /** Who collected the data; `null` until we know. */
  by: SubmittedBy | null;
}

/** Everyone the portal knows, newest first, in memory. Emits `changed` after each change. */
export class People extends EventEmitter<{ changed: [] }> {
  #byId = new Map<string, Person>();

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  add(person: Omit<Person, 'id' | 'created_at' | 'folder_status' | 'reports'>): Person {
    const id = randomUUID();
    const added = { ...person, id, created_at: new Date(), folder_status: null, reports: {} };
    this.#byId.set(added.id, added);
    this.emit('changed');
    return added;
  }

  update(person: Person, change: Partial<Person>): void {
    const before = JSON.stringify(person);
    Object.assign(person, change);
    if (JSON.stringify(person) !== before) this.emit('changed');
  }

  byId(id: string): Person | undefined {
    return this.#byId.get(id);
  }

  byPersonId(person_id: string): Person | undefined {
    return this.all().find((person) => person.person_id === person_id);
  }

  all(): Person[] {
    return [...this.#byId.values()].toReversed();
  }
}
