export const FAULT_KINDS = [
  'status',
  'delay',
  'reset',
  'truncated',
  'not-json',
  'html',
  'redirect',
  'too-many',
  'stall',
] as const;

/**
 * What the client gets instead of the right response:
 * - `status`: another status code
 * - `delay`: the right response, late
 * - `reset`: a broken connection
 * - `truncated`: 200 and a body that stops halfway
 * - `not-json`: 200 with a JSON content type and a body that is not JSON
 * - `html`: an HTML page: a gateway's error page, or with a 2xx `status` a firewall's challenge
 * - `redirect`: a redirect to a login page
 * - `too-many`: 429 with `Retry-After`
 * - `stall`: no response, and the connection stays open
 */
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault that was ordered. */
export interface Fault {
  match: {
    /** Any method when absent. */
    method?: string;
    /** How the path begins, or a regular expression found in it; any path when absent. */
    path?: string;
  };
  kind: FaultKind;
  /** For `status` (default 500), `html` (502), `redirect` (302), and `not-json` (200). */
  status?: number;
  /** Of `status`: text is sent as it is, anything else as JSON. */
  body?: unknown;
  /** For `redirect`: the `Location` header. Default `/login`, a login page of the sandbox. */
  location?: string;
  /** For `delay`; default 1,000. */
  delay_ms?: number;
  /** Of `too-many`, in seconds; default 1. */
  retry_after_s?: number;
  /** How many requests it meets; 0: all until it is removed. Default 1. */
  times?: number;
  /** `after`: the request has its effect, then the answer is spoiled. Default `before`. */
  when?: 'before' | 'after';
}
