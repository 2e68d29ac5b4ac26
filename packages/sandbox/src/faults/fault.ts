export const FAULT_KINDS = [
  'status',
  'delay',
  'reset',
  'truncated',
  'not-json',
  'html',
  'too-many',
  'stall',
] as const;

/**
 * How an answer is spoiled: `status` another status · `delay` a late answer · `reset` a broken
 * connection · `truncated` a body that stops half-way · `not-json` · `html` an error page of a
 * gateway · `too-many` 429 with `Retry-After` · `stall` no answer ever.
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
  /** Of `status` (default 500) and `html` (default 502). */
  status?: number;
  /** Of `status`: text is sent as it is, anything else as JSON. */
  body?: unknown;
  /** Of `delay`; default 1,000. */
  delay_ms?: number;
  /** Of `too-many`, in seconds; default 1. */
  retry_after_s?: number;
  /** How many requests it meets; 0: all until it is removed. Default 1. */
  times?: number;
  /** `after`: the request has its effect, then the answer is spoiled. Default `before`. */
  when?: 'before' | 'after';
}
