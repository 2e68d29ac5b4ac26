import type { DatabaseSync } from 'node:sqlite';

/** Where and how completion webhooks go. */
export interface WebhookTarget {
  webhook_url: string;
  webhook_headers: Record<string, string>;
  webhook_details: boolean;
}

/** The organisation-wide endpoint, for persons without a `webhook_url` of their own. */
export type OrganisationWebhook = WebhookTarget;

export const WEBHOOK_MODES = ['normal', 'lost', 'doubled', 'early'] as const;
/** `lost` never sent · `doubled` sent twice · `early` sent before the reports end. */
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

/** How the body of every webhook differs from the right one; empty: it does not. */
export interface WebhookDistortion {
  /** Members that replace those of the body, e.g. `{ "webhook_request_id": "" }`. */
  payload?: Record<string, unknown>;
  /** Bytes that a member `padding` adds to the body. */
  padding_bytes?: number;
}

/** What can be changed while the sandbox runs. */
export interface Configuration {
  organisation_webhook: OrganisationWebhook | null;
  report_delay_ms: number;
  webhook_mode: WebhookMode;
  webhook_distortion: WebhookDistortion;
}

/** Keeps what was changed by a control address; everything else is as the settings say. */
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
