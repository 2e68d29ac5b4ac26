import { API_KEY } from './service.ts';

/** What is between the processes and Postgres. */
export type Pooler = 'session' | 'transaction';

/** Which processes a case has, and their settings. */
export interface CaseSettings {
  engine: 'sqlite' | 'postgres';
  /** The `pool_mode` of PgBouncer; default: Postgres without it. */
  pooler?: Pooler | undefined;
  /** One process per channel; SQLite uses only the first. */
  channels: readonly ('form' | 'person' | 'handoff')[];
  /** `WATCH_DAYS` and `KEEP_FORMS_DAYS`. */
  keepDays: number;
  /** `UPSTREAM_RPS`; default: 200. */
  callsPerSecond?: number;
  /** How long the service takes for each response; default: 0. */
  latencyMs?: number;
  /** The kinds of steps that a random case has. */
  kinds?: readonly string[];
}

/** Of all candidates and of strangers, as an office or a carrier has it; each request has another port. */
export const NAT_ADDRESS = '203.0.113.9';
/** `RATE_LIMIT`: more than the pages of one session send in a case. */
export const ADDRESS_LIMIT = 600;
export const ORIGIN = 'https://hr.example';
/** Before and after a rotation; `[old, new]`. */
export const SECRETS = {
  session: ['old-session-secret-0123456789-01234', 'new-session-secret-0123456789-01234'],
  backEnd: ['old-backend-key-0123456789', 'new-backend-key-0123456789'],
  webhook: ['old-webhook-secret-0123456789', 'new-webhook-secret-0123456789'],
  relay: [
    'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
    'whsec_OTg3NjU0MzIxMDk4NzY1NDMyMTA5ODc2NTQzMjEwOTg=',
  ],
} as const;

/** The settings of secrets after `step` of the documented rotation. */
export function rotatedSecrets(step: number): Record<string, string> {
  const pick = (pair: readonly string[], order: readonly number[]) =>
    order.map((index) => pair[index]).join(',');
  const older = step === 0 ? [0] : step === 1 ? [0, 1] : [1, 0];
  const newer = step === 0 ? [0] : [1, 0];
  return {
    SESSION_SECRETS: pick(SECRETS.session, older),
    WEBHOOK_SECRETS: pick(SECRETS.webhook, older),
    BACKEND_KEYS: pick(SECRETS.backEnd, newer),
    RELAY_SECRET: pick(SECRETS.relay, newer),
  };
}

/** What all processes have in common. */
export function envOf(
  { keepDays, callsPerSecond = 200 }: CaseSettings,
  serviceUrl: string,
  backEndUrl: string,
): Record<string, string> {
  return {
    UPSTREAM_URL: `${serviceUrl}/v3`,
    UPSTREAM_API_KEY: API_KEY,
    ALLOWED_ORIGINS: ORIGIN,
    RELAY_URL: `${backEndUrl}/events`,
    RELAY_ALLOW_PRIVATE: 'true',
    WATCH_DAYS: String(keepDays),
    KEEP_FORMS_DAYS: String(keepDays),
    POLL_MIN_SECONDS: '1',
    POLL_MAX_SECONDS: '1',
    RECONCILE_SECONDS: '1',
    UPSTREAM_RPS: String(callsPerSecond),
    RATE_LIMIT: String(ADDRESS_LIMIT),
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
    ...rotatedSecrets(0),
  };
}
