import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Person } from './person.ts';

/** Everybody the portal knows, newest first. `changed` is emitted after each change. */
export class People extends EventEmitter<{ changed: [] }> {
  #byId = new Map<string, Person>();

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  add(person: Omit<Person, 'id' | 'created_at'>): Person {
    const added = { ...person, id: randomUUID(), created_at: new Date() };
    this.#byId.set(added.id, added);
    this.emit('changed');
    return added;
  }

  /** Takes over `change`; does nothing, and tells nobody, when it is no change. */
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
