import { randomUUID } from 'node:crypto';
import { batchesOf, type Database } from '../db/database.ts';
import type { FormRow, FormStore } from './form-store.ts';

/**
 * Notifications between processes are hints: a connection may have gone silent. So forms with
 * subscribers are read again this often.
 */
const REREAD_MS = 30_000;

interface Subscriber {
  form_id: string;
  onChange: (form: FormRow) => void;
}

export type FormChanges = ReturnType<typeof createFormChanges>;

/** Publishes changes of forms to subscribers in this process and in others. */
export function createFormChanges(
  db: Database,
  forms: FormStore,
  onError: (error: unknown) => void,
  rereadMs = REREAD_MS,
) {
  /** Our own notifications come back to us, and are skipped. */
  const processId = randomUUID();
  const subscribers = new Map<string, Set<Subscriber>>();
  /** Notifications that are under way. */
  const notifications = new Set<Promise<void>>();
  let rereads: NodeJS.Timeout | undefined;

  function publishHere(form: FormRow): void {
    for (const { form_id, onChange } of subscribers.get(form.person_id) ?? [])
      if (form_id === form.form_id) onChange(form);
  }

  function notifyOthers(person_id: string): void {
    const sent = db
      .notify(`${processId} ${person_id}`)
      .catch(onError)
      .finally(() => notifications.delete(sent));
    notifications.add(sent);
  }

  async function reread(person_ids: readonly string[]): Promise<void> {
    for (const some of batchesOf(person_ids))
      for (const form of await forms.ofPersons(some)) publishHere(form);
  }

  const rereadAll = (): void => void reread([...subscribers.keys()]).catch(onError);

  function onNotification(payload: string): void {
    const [sender, person_id = ''] = payload.split(' ');
    if (sender !== processId && subscribers.has(person_id)) reread([person_id]).catch(onError);
  }

  return {
    publish(form: FormRow): void {
      publishHere(form);
      if (db.engine === 'postgres') notifyOthers(form.person_id);
    },

    /**
     * Calls `onChange` with the form's current row, so that a change between the caller's own read and
     * this call is not missed, then with each change. Returns a function that unsubscribes.
     */
    subscribe(person_id: string, form_id: string, onChange: (form: FormRow) => void): () => void {
      const subscriber = { form_id, onChange };
      const all = subscribers.get(person_id) ?? new Set();
      subscribers.set(person_id, all.add(subscriber));
      let isOver = false;
      forms
        .find(person_id, form_id)
        .then((form) => form && !isOver && onChange(form))
        .catch(onError);
      return () => {
        isOver = true;
        all.delete(subscriber);
        if (all.size === 0 && subscribers.get(person_id) === all) subscribers.delete(person_id);
      };
    },

    /** Whether this process has a subscriber to a form of this person. */
    hasSubscribers: (person_id: string): boolean => subscribers.has(person_id),
    /** The persons with subscribers in this process. */
    subscribedPersons: (): string[] => [...subscribers.keys()],

    async start(): Promise<void> {
      await db.listen(onNotification, rereadAll);
      if (db.engine === 'postgres') rereads = setInterval(rereadAll, rereadMs).unref();
    },
    /** Resolves once no notification is under way: the database can close. */
    async stop(): Promise<void> {
      clearInterval(rereads);
      await Promise.all(notifications);
    },
  };
}
