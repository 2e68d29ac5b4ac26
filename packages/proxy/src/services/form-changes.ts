import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Database } from '../store/database.ts';
import type { FormRow } from '../store/form-row.ts';
import type { FormStore } from '../store/form-store.ts';

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
  followers(): number;
  start(): Promise<void>;
}

export function createFormChanges(
  db: Database,
  forms: FormStore,
  onError: (error: unknown) => void,
): FormChanges {
  /** Our own notifications come back to us; only equality counts. */
  const here = randomUUID();
  const bus = new EventEmitter().setMaxListeners(0);
  const followed = new Map<string, number>();
  const name = (person_id: string, form_id: string) => `${person_id} ${form_id}`;
  const tellHere = (form: FormRow) => bus.emit(name(form.person_id, form.form_id), form);

  async function reread(person_ids: readonly string[]): Promise<void> {
    for (const form of await forms.ofPersons(person_ids)) tellHere(form);
  }

  function onPayload(payload: string): void {
    const [sender, person_id = ''] = payload.split(' ');
    if (sender !== here && followed.has(person_id)) reread([person_id]).catch(onError);
  }

  return {
    publish(form) {
      tellHere(form);
      if (db.engine === 'postgres') db.notify(`${here} ${form.person_id}`).catch(onError);
    },

    follow(person_id, form_id, onChange) {
      bus.on(name(person_id, form_id), onChange);
      followed.set(person_id, (followed.get(person_id) ?? 0) + 1);
      let isOver = false;
      forms
        .find(person_id, form_id)
        .then((form) => form && !isOver && onChange(form))
        .catch(onError);
      return () => {
        isOver = true;
        bus.off(name(person_id, form_id), onChange);
        const left = (followed.get(person_id) ?? 1) - 1;
        if (left > 0) followed.set(person_id, left);
        else followed.delete(person_id);
      };
    },

    isFollowed: (person_id) => followed.has(person_id),
    followers: () => [...followed.values()].reduce((sum, count) => sum + count, 0),
    start: () => db.listen(onPayload, () => void reread([...followed.keys()]).catch(onError)),
  };
}
