import type { DatabaseSync } from 'node:sqlite';

/** Where completion webhooks go. */
export interface WebhookTarget {
  webhook_url: string;
  webhook_headers: Record<string, string>;
  webhook_details: boolean;
}

export const WEBHOOK_MODES = ['normal', 'lost', 'doubled', 'early'] as const;
/** `lost`: never sent. `doubled`: sent twice. `early`: sent before the reports end. */
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

/** Changes to the body of every webhook. Empty: none. */
export interface WebhookDistortion {
  /** Members that replace those of the body, e.g. `{ "webhook_request_id": "" }`. */
  payload?: Record<string, unknown>;
  /** Bytes that a member `padding` adds to the body. */
  padding_bytes?: number;
}

/** Settings that control paths change while the sandbox runs. */
export interface Configuration {
  /** For persons without a `webhook_url` of their own. */
  organisation_webhook: WebhookTarget | null;
  report_delay_ms: number;
  webhook_mode: WebhookMode;
  webhook_distortion: WebhookDistortion;
}

/** Keeps the changes in the database; everything else has its initial value. */
export class ConfigurationStore {
  readonly #database: DatabaseSync;
  readonly #initial: Configuration;

  constructor(database: DatabaseSync, initial: Configuration) {
    this.#database = database;
    this.#initial = initial;
  }

  get<Name extends keyof Configuration>(name: Name): Configuration[Name] {
    const row = this.#database.prepare('select value from configuration where name = ?').get(name);
    return row === undefined
      ? this.#initial[name]
      : (JSON.parse(String(row.value)) as Configuration[Name]);
  }

  set<Name extends keyof Configuration>(name: Name, value: Configuration[Name]): void {
    this.#database
      .prepare('insert or replace into configuration (name, value) values (?, ?)')
      .run(name, JSON.stringify(value));
  }
}
