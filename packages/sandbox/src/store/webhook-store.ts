import type { DatabaseSync } from 'node:sqlite';
import { timestampNow } from '../timestamp.ts';
import type { WebhookTarget } from './configuration.ts';

/** `due` waiting for its next try · `given_up` after the last one · `lost` on order. */
export type WebhookState = 'due' | 'delivered' | 'given_up' | 'lost';

/** One webhook request to send. */
export interface DueWebhook {
  id: number;
  url: string;
  headers: Record<string, string>;
  /** The bytes of the body. */
  payload: string;
  /** Tries so far. */
  attempts: number;
}

/** What the log tells of one webhook request; neither header values nor the body. */
export interface LoggedWebhook {
  webhook_request_id: string;
  person_id: string;
  url: string;
  state: WebhookState;
  attempts: { attempted_at: string; status: number | null; error: string | null }[];
}

/** Completion webhooks: what is to be sent, and what became of it. */
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
    this.#database
      .prepare(
        `insert into webhooks (webhook_request_id, person_id, url, headers, payload, state, next_at)
         values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        webhook.webhook_request_id,
        webhook.person_id,
        target.webhook_url,
        JSON.stringify(target.webhook_headers),
        webhook.payload,
        state,
        state === 'due' ? Date.now() : null,
      );
  }

  /** Takes the webhooks that are due at `now`; one not settled by `leaseUntil` is due again. */
  claim(now: number, leaseUntil: number): DueWebhook[] {
    return this.#database
      .prepare(
        `update webhooks set next_at = ? where next_at <= ?
         returning id, url, headers, payload, attempts`,
      )
      .all(leaseUntil, now)
      .map((row) => ({ ...row, headers: JSON.parse(String(row.headers)) }) as DueWebhook);
  }

  /** Logs one try. `next_at` is `null` unless another try follows. */
  settle(
    id: number,
    result: { status: number | null; error: string | null },
    state: WebhookState,
    next_at: number | null,
  ): void {
    const { changes } = this.#database
      .prepare('update webhooks set state = ?, next_at = ?, attempts = attempts + 1 where id = ?')
      .run(state, next_at, id);
    // A reset may have forgotten the webhook while it was on its way.
    if (changes === 0) return;
    this.#database
      .prepare(
        `insert into webhook_attempts (webhook_id, attempted_at, status, error)
         values (?, ?, ?, ?)`,
      )
      .run(id, timestampNow(), result.status, result.error);
  }

  /** Gives a claimed webhook back untried. */
  release(id: number): void {
    this.#database.prepare('update webhooks set next_at = ? where id = ?').run(Date.now(), id);
  }

  /** When the next try is due; `null` when nothing is to be sent. */
  nextTry(): number | null {
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
