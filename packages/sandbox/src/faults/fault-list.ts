import { validationFailed } from '../errors.ts';

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

/** A fault for the next requests that match. */
export interface Fault {
  match: {
    /** Absent: any method. */
    method?: string;
    /** The start of the path, or a regular expression found in it. Absent: any path. */
    path?: string;
  };
  kind: FaultKind;
  /** For `status` (default 500), `html` (502), `redirect` (302), and `not-json` (200). */
  status?: number;
  /** For `status`: text is sent as it is, anything else as JSON. */
  body?: unknown;
  /** For `redirect`: the `Location` header. Default `/login`, a login page of the sandbox. */
  location?: string;
  /** For `delay`; default 1,000. */
  delay_ms?: number;
  /** For `too-many`, in seconds; default 1. */
  retry_after_s?: number;
  /** How many requests it applies to; 0: every one until the faults are cleared. Default 1. */
  times?: number;
  /** `after`: the request takes effect, then its response is replaced. Default `before`. */
  when?: 'before' | 'after';
}

/** A fault for one request. */
export interface ActiveFault extends Fault {
  /** Aborted when the faults are cleared. */
  cleared: AbortSignal;
}

interface QueuedFault {
  fault: ActiveFault;
  pattern: RegExp | undefined;
  requestsLeft: number;
}

/** The faults that are not used up. A request gets the oldest one that matches it. */
export class FaultList {
  #queue: QueuedFault[] = [];
  #clearing = new AbortController();

  /** Fails with 422 when `match.path` is neither a path nor a regular expression. */
  add(fault: Fault): void {
    this.#queue.push({
      fault: { ...fault, cleared: this.#clearing.signal },
      pattern: fault.match.path === undefined ? undefined : patternOf(fault.match.path),
      requestsLeft: (fault.times ?? 1) || Number.POSITIVE_INFINITY,
    });
  }

  clear(): void {
    this.#queue = [];
    this.#clearing.abort();
    this.#clearing = new AbortController();
  }

  /** Takes the fault for a request and counts it; `undefined` when none matches. */
  take(method: string, path: string): ActiveFault | undefined {
    const found = this.#queue.find((queued) => isMatch(queued, method, path));
    if (found === undefined) return undefined;
    found.requestsLeft -= 1;
    if (found.requestsLeft === 0) this.#queue = this.#queue.filter((queued) => queued !== found);
    return found.fault;
  }
}

function isMatch(
  { fault: { match }, pattern }: QueuedFault,
  method: string,
  path: string,
): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path === undefined || path.startsWith(match.path)) return true;
  return pattern?.test(path) ?? false;
}

function patternOf(path: string): RegExp {
  try {
    return new RegExp(path);
  } catch {
    throw validationFailed('/match/path', 'pattern', 'is not a regular expression');
  }
}
