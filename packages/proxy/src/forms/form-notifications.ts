import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { FormRow, FormStore } from './form-store.ts';

/**
 * Notifications between processes are hints: one may get lost. So forms with subscribers are read again
 * this often.
 */
const REREAD_MS = 30_000;
/** While no notification arrives. */
const REREAD_WITHOUT_NOTIFICATIONS_MS = 2_000;

interface Subscriber {
  form_id: string;
  onChange: (form: FormRow) => void;
}

/** Publishes changes of forms to subscribers in this process and in others. */
export class FormNotifications {
  readonly #db: Database;
  readonly #forms: Pick<FormStore, 'find' | 'ofPersons'>;
  readonly #onError: (error: unknown) => void;
  readonly #rereadMs: number;
  /** Our own notifications come back to us, and are skipped. */
  readonly #processId = randomUUID();
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  /** Notifications that are under way. */
  readonly #notifications = new Set<Promise<void>>();
  readonly #rereads: NodeJS.Timeout[] = [];

  constructor(
    db: Database,
    forms: Pick<FormStore, 'find' | 'ofPersons'>,
    onError: (error: unknown) => void,
    rereadMs = REREAD_MS,
  ) {
    this.#db = db;
    this.#forms = forms;
    this.#onError = onError;
    this.#rereadMs = rereadMs;
  }

  async start(): Promise<void> {
    const rereadAll = () => this.#reread(this.subscribedPersons());
    await this.#db.listen('forms', (payload) => this.#onNotification(payload), rereadAll);
    if (this.#db.engine !== 'postgres') return;
    const rereadIfMissing = () => this.#db.missesNotifications() && rereadAll();
    this.#rereads.push(
      setInterval(rereadAll, this.#rereadMs).unref(),
      setInterval(rereadIfMissing, REREAD_WITHOUT_NOTIFICATIONS_MS).unref(),
    );
  }

  /** Resolves once no notification is under way: the database can close. */
  async stop(): Promise<void> {
    for (const timer of this.#rereads) clearInterval(timer);
    await Promise.all(this.#notifications);
  }

  publish(form: FormRow): void {
    this.#publishHere(form);
    if (this.#db.engine !== 'postgres') return;
    const sent = this.#db
      .notify('forms', `${this.#processId} ${form.person_id}`)
      .catch(this.#onError)
      .finally(() => this.#notifications.delete(sent));
    this.#notifications.add(sent);
  }

  /**
   * Calls `onChange` with the form's current row, so that a change between the caller's own read and
   * this call is not missed, then with each change. Returns a function that unsubscribes.
   */
  subscribe(person_id: string, form_id: string, onChange: (form: FormRow) => void): () => void {
    const subscriber = { form_id, onChange };
    const all = this.#subscribers.get(person_id) ?? new Set();
    this.#subscribers.set(person_id, all.add(subscriber));
    this.#forms
      .find(person_id, form_id)
      .then((form) => form && all.has(subscriber) && onChange(form))
      .catch(this.#onError);
    return () => {
      all.delete(subscriber);
      if (all.size === 0 && this.#subscribers.get(person_id) === all)
        this.#subscribers.delete(person_id);
    };
  }

  /** Whether this process has a subscriber to a form of this person. */
  hasSubscribers(person_id: string): boolean {
    return this.#subscribers.has(person_id);
  }

  /** The persons with subscribers in this process. */
  subscribedPersons(): string[] {
    return [...this.#subscribers.keys()];
  }

  #publishHere(form: FormRow): void {
    for (const { form_id, onChange } of this.#subscribers.get(form.person_id) ?? [])
      if (form_id === form.form_id) onChange(form);
  }

  #onNotification(payload: string): void {
    const [sender, person_id = ''] = payload.split(' ');
    if (sender !== this.#processId && this.hasSubscribers(person_id)) this.#reread([person_id]);
  }

  #reread(person_ids: readonly string[]): void {
    if (person_ids.length === 0) return;
    this.#forms
      .ofPersons(person_ids)
      .then((forms) => forms.forEach((form) => this.#publishHere(form)))
      .catch(this.#onError);
  }
}
