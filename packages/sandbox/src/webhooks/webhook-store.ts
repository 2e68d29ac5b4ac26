import type { DatabaseSync } from 'node:sqlite';
import { timestampNow } from '../timestamp.ts';
import type { WebhookTarget } from '../storage/configuration.ts';
import { insertRow } from '../storage/database.ts';

/** `due`: waiting for the next attempt. `given_up`: the last one failed. `lost`: by `mode`. */
export type WebhookState = 'due' | 'delivered' | 'given_up' | 'lost';

/** One webhook request to send. */
export interface DueWebhook {
  id: number;
  url: string;
  headers: Record<string, string>;
  /** The bytes of the body. */
  payload: string;
  /** Attempts so far. */
  attempts: number;
}

/** One webhook request in the log, without header values and body. */
export interface LoggedWebhook {
  webhook_request_id: string;
  person_id: string;
  url: string;
  state: WebhookState;
  attempts: { attempted_at: string; status: number | null; error: string | null }[];
}

/** The queue and the log of completion webhooks. */
export class WebhookStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(
    webhook: { webhook_request_id: string; person_id: string; payload: string },
    target: WebhookTarget,
    state: 'due' | 'lost',
  ): void {
    insertRow(this.#database, 'webhooks', {
      ...webhook,
      url: target.webhook_url,
      headers: target.webhook_headers,
      state,
      next_at: state === 'due' ? Date.now() : null,
    });
  }

  /** Leases the webhooks that are due at `now`; one without a result by `leaseUntil` is due again. */
  claim(now: number, leaseUntil: number): DueWebhook[] {
    return this.#database
      .prepare(
        `update webhooks set next_at = ? where next_at <= ?
         returning id, url, headers, payload, attempts`,
      )
      .all(leaseUntil, now)
      .map((row) => ({ ...row, headers: JSON.parse(String(row.headers)) }) as DueWebhook);
  }

  /** Records an attempt. `next_at` is `null` unless another attempt follows. */
  recordAttempt(
    id: number,
    result: { status: number | null; error: string | null },
    state: WebhookState,
    next_at: number | null,
  ): void {
    const { changes } = this.#database
      .prepare('update webhooks set state = ?, next_at = ?, attempts = attempts + 1 where id = ?')
      .run(state, next_at, id);
    // A reset may have deleted the webhook in the meantime.
    if (changes === 0) return;
    const attempt = { webhook_id: id, attempted_at: timestampNow(), ...result };
    insertRow(this.#database, 'webhook_attempts', attempt);
  }

  /** Returns a claimed webhook that was not attempted. */
  release(id: number): void {
    this.#database.prepare('update webhooks set next_at = ? where id = ?').run(Date.now(), id);
  }

  /** When the next attempt is due; `null` when the queue is empty. */
  nextAttempt(): number | null {
    const row = this.#database.prepare('select min(next_at) as next from webhooks').get();
    return (row?.next ?? null) as number | null;
  }

  /** Every webhook, oldest first. */
  log(): LoggedWebhook[] {
    const attempts = this.#database.prepare(
      `select attempted_at, status, error from webhook_attempts where webhook_id = ? order by id`,
    );
    return this.#database
      .prepare('select id, webhook_request_id, person_id, url, state from webhooks order by id')
      .all()
      .map(({ id, ...row }) => ({ ...row, attempts: attempts.all(id ?? null) }) as LoggedWebhook);
  }
}
