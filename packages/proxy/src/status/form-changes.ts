import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { FormRow } from './form-row.ts';
import type { FormStore } from './form-store.ts';

/** Tells whoever follows a form, in this process or another, that its row changed. */
export interface FormChanges {
  publish(form: FormRow): void;
  /**
   * Calls `onChange` with the form's row as it is once following has begun, so that a change
   * between the caller's own look and this call is not missed, then with every later one. Answers
   * how to stop.
   */
  follow(person_id: string, form_id: string, onChange: (form: FormRow) => void): () => void;
  /** Whether anyone in this process follows a form of this person. */
  isFollowed(person_id: string): boolean;
  /** The persons of whom somebody in this process follows a form. */
  followed(): string[];
  followers(): number;
  start(): Promise<void>;
}

/** A statement has a place for so many persons, far below what either engine takes. */
const REREAD_AT_ONCE = 1_000;

export function createFormChanges(
  db: Database,
  forms: FormStore,
  onError: (error: unknown) => void,
): FormChanges {
  /** Our own notifications come back to us; only equality counts. */
  const here = randomUUID();
  const followers = new Map<string, Set<Follower>>();

  function tellHere(form: FormRow): void {
    for (const { form_id, onChange } of followers.get(form.person_id) ?? [])
      if (form_id === form.form_id) onChange(form);
  }

  async function reread(person_ids: readonly string[]): Promise<void> {
    for (let from = 0; from < person_ids.length; from += REREAD_AT_ONCE)
      for (const form of await forms.ofPersons(person_ids.slice(from, from + REREAD_AT_ONCE)))
        tellHere(form);
  }

  function onPayload(payload: string): void {
    const [sender, person_id = ''] = payload.split(' ');
    if (sender !== here && followers.has(person_id)) reread([person_id]).catch(onError);
  }

  return {
    publish(form) {
      tellHere(form);
      if (db.engine === 'postgres') db.notify(`${here} ${form.person_id}`).catch(onError);
    },

    follow(person_id, form_id, onChange) {
      const follower = { form_id, onChange };
      const all = followers.get(person_id) ?? new Set();
      followers.set(person_id, all.add(follower));
      let isOver = false;
      forms
        .find(person_id, form_id)
        .then((form) => form && !isOver && onChange(form))
        .catch(onError);
      return () => {
        isOver = true;
        all.delete(follower);
        if (all.size === 0 && followers.get(person_id) === all) followers.delete(person_id);
      };
    },

    isFollowed: (person_id) => followers.has(person_id),
    followed: () => [...followers.keys()],
    followers: () => [...followers.values()].reduce((sum, { size }) => sum + size, 0),
    start: () => db.listen(onPayload, () => void reread([...followers.keys()]).catch(onError)),
  };
}

interface Follower {
  form_id: string;
  onChange: (form: FormRow) => void;
}
