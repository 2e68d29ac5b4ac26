import type { OrganisationWebhook } from './store/configuration.ts';

/** How the sandbox is set up. Every setting has a default. */
export interface SandboxSettings {
  /** Address to listen on. Default `127.0.0.1`. */
  host: string;
  /** 0 takes a free port. Default 0. */
  port: number;
  /** The account's key, expected in `X-Api-Key`. Default `sandbox-key`. */
  api_key: string;
  /** A file, or `:memory:` (default): everything is forgotten at the end. */
  database: string;
  /** Milliseconds from the start to the end of a person's reports. Default 3,000. */
  report_delay_ms: number;
  /** Origin that `form_url` and links begin with; absent: where the sandbox listens. */
  public_url: string | undefined;
  /** Used for persons without a `webhook_url` of their own; absent: none. */
  organisation_webhook: OrganisationWebhook | undefined;
  /** Waits before a webhook's second and every later try, in ms. Default 500, 2,000, 8,000. */
  webhook_retry_ms: readonly number[];
  /** Milliseconds until a webhook receiver counts as silent. Default 10,000. */
  webhook_timeout_ms: number;
  /** `fatal` … `trace`, or `silent` (default). */
  log_level: string;
}

export const DEFAULT_SETTINGS: SandboxSettings = Object.freeze({
  host: '127.0.0.1',
  port: 0,
  api_key: 'sandbox-key',
  database: ':memory:',
  report_delay_ms: 3_000,
  public_url: undefined,
  organisation_webhook: undefined,
  webhook_retry_ms: [500, 2_000, 8_000],
  webhook_timeout_ms: 10_000,
  log_level: 'silent',
});
