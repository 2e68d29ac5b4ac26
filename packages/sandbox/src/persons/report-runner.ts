import type { ConfigurationStore } from '../storage/configuration.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import type { PersonStore, StoredPerson } from './person-store.ts';
import { webhookPayload } from './reports.ts';

/** `setTimeout` overflows above this. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface RunnerState {
  readonly persons: PersonStore;
  readonly configuration: ConfigurationStore;
  readonly webhooks: WebhookStore;
  readonly sender: WebhookSender;
  /** Changes when the sandbox starts to listen. */
  readonly origin: string;
}

/** Runs the reports of persons. The schedule is in the database and survives a restart. */
export class ReportRunner {
  readonly #state: RunnerState;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(state: RunnerState) {
    this.#state = state;
  }

  /** Starts a person's reports; a second start of the same person has no effect. */
  start(person_id: string, document_id: string | null): void {
    const { persons, configuration } = this.#state;
    const now = Date.now();
    const endsAt = now + configuration.get('report_delay_ms');
    if (!persons.start(person_id, document_id, now, endsAt)) return;
    const person = persons.get(person_id);
    if (person !== undefined && configuration.get('webhook_mode') === 'early') {
      this.#sendWebhook({ ...person, ended_at: endsAt });
    }
    this.wake();
  }

  /** Completes the folder now, also when its reports never started. */
  complete(person: StoredPerson): void {
    const { persons } = this.#state;
    const now = Date.now();
    persons.start(person.person_id, person.document_id, now, now);
    if (!persons.end(person.person_id, now)) return;
    const ended = persons.get(person.person_id);
    if (ended !== undefined) this.#sendWebhook(ended);
  }

  /** Ends the reports that are due and sleeps until the next ones are. */
  wake(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    const { persons } = this.#state;
    for (const person of persons.due(Date.now())) this.complete(person);
    const next = persons.nextEnd();
    if (next === null) return;
    const wait = Math.min(Math.max(next - Date.now(), 0), MAX_TIMER_MS);
    this.#timer = setTimeout(() => this.wake(), wait);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #sendWebhook(person: StoredPerson): void {
    const { persons, configuration, webhooks, sender, origin } = this.#state;
    const target = person.webhook ?? configuration.get('organisation_webhook');
    if (target === null || !persons.claimAnnouncement(person.person_id)) return;
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
    sender.wake();
  }
}
