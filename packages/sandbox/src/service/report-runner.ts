import type { StoredPerson } from '../store/person-store.ts';
import type { Account } from './account.ts';
import { webhookPayload } from './person-view.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** The longest wait that a timer takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs persons' reports to their end. Plans are kept in the database, so that a restart goes on
 * where the last run stopped.
 */
export class ReportRunner {
  readonly #account: Account;
  readonly #sender: WebhookSender;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(account: Account, sender: WebhookSender) {
    this.#account = account;
    this.#sender = sender;
  }

  /** Starts a person's reports; the second start of one person changes nothing. */
  start(person_id: string, document_id: string | null): void {
    const { persons, configuration } = this.#account;
    const now = Date.now();
    const endsAt = now + configuration.get('report_delay_ms');
    if (!persons.start(person_id, document_id, now, endsAt)) return;
    const person = persons.get(person_id);
    if (person !== undefined && configuration.get('webhook_mode') === 'early') {
      this.#announce({ ...person, ended_at: endsAt });
    }
    this.wake();
  }

  /** Completes the folder now; one whose reports never started starts and ends at once. */
  complete(person: StoredPerson): void {
    const now = Date.now();
    this.#account.persons.start(person.person_id, person.document_id, now, now);
    if (!this.#account.persons.end(person.person_id, now)) return;
    const ended = this.#account.persons.get(person.person_id);
    if (ended !== undefined) this.#announce(ended);
  }

  /** Ends what is due and sleeps until the next end. */
  wake(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    for (const person of this.#account.persons.due(Date.now())) this.complete(person);
    const next = this.#account.persons.nextEnd();
    if (next === null) return;
    const wait = Math.min(Math.max(next - Date.now(), 0), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.wake(), wait);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #announce(person: StoredPerson): void {
    const { persons, configuration, webhooks, origin } = this.#account;
    const target = person.webhook ?? configuration.get('organisation_webhook');
    if (target === null || !persons.announce(person.person_id)) return;
    const payload = webhookPayload(person, origin, target.webhook_details);
    const { payload: replaced, padding_bytes = 0 } = configuration.get('webhook_distortion');
    const padding = padding_bytes > 0 ? { padding: 'x'.repeat(padding_bytes) } : {};
    const mode = configuration.get('webhook_mode');
    const webhook = {
      webhook_request_id: payload.webhook_request_id,
      person_id: person.person_id,
      payload: JSON.stringify({ ...payload, ...replaced, ...padding }),
    };
    webhooks.insert(webhook, target, mode === 'lost' ? 'lost' : 'due');
    if (mode === 'doubled') webhooks.insert(webhook, target, 'due');
    this.#sender.wake();
  }
}
