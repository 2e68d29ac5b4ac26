/**
 * `unknown` before the first response · `up` · `down`: calls fail, and none succeeds · `key-refused`: the
 * service refuses `UPSTREAM_API_KEY`.
 */
export type ServiceHealth = 'unknown' | 'up' | 'down' | 'key-refused';

/** How a call to the service ended. */
export interface CallResult {
  /** The status, `unreadable`, or `unreachable`. */
  outcome: string;
  /** What the call was about; `undefined` when it did not reach the service. */
  record?: string | undefined;
  /** For how long the service asks to wait. */
  retryAfterMs?: number;
}

/** The records of a person who cannot exist: no response to this is about one record. */
export const PROBE_PATH = '/precandidate/00000000-0000-0000-0000-000000000000';

/** While something is wrong, or may be. */
const PROBE_EVERY_MS = 20_000;
/** A moment without the network is no outage. */
const FAILED_PROBES_WHEN_DOWN = 2;
/** Several records: a single broken one says nothing about the service. */
const FAILED_RECORDS_WHEN_DOWN = 5;
const PAUSE_STEP_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

interface HealthOptions {
  /** Calls the service with the API key; the call is recorded like every other. */
  probe: () => Promise<unknown>;
  /** Makes no calls for so many milliseconds. */
  pause: (ms: number) => void;
  onChange: (health: ServiceHealth) => void;
}

/**
 * Judges the service by its last responses. After a failure, it probes the service until a call succeeds, so that
 * an outage, and its end, are noticed without the calls of candidates, and one broken record is no outage. As a
 * circuit breaker, it pauses all calls after those about five records failed without a success in between, longer
 * each time.
 */
export function createServiceHealth({ probe, pause, onChange }: HealthOptions) {
  let health: ServiceHealth = 'unknown';
  let hasFailed = false;
  let failedProbes = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Since the last success, or the last pause. */
  const failedRecords = new Set<string>();
  let longestWaitMs = 0;
  let pauses = 0;
  /** Of the monotonic clock. */
  let pausedUntil = -Infinity;

  function become(next: ServiceHealth): void {
    if (next === health) return;
    health = next;
    onChange(next);
  }

  async function probeNow(): Promise<void> {
    await probe().catch(() => undefined);
    if (!hasFailed) return;
    failedProbes += 1;
    if (failedProbes >= FAILED_PROBES_WHEN_DOWN) become('down');
  }

  function probeLater(): void {
    if (isStopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void probeNow();
    }, PROBE_EVERY_MS).unref();
  }

  function cancelProbe(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Counts a record once. */
  function countFailure({ record, retryAfterMs = 0 }: CallResult): void {
    const now = performance.now();
    // Calls that were under way when the pause began must not prolong it.
    if (now < pausedUntil) return;
    failedRecords.add(record ?? `call ${failedRecords.size}`);
    longestWaitMs = Math.max(longestWaitMs, retryAfterMs);
    if (failedRecords.size < FAILED_RECORDS_WHEN_DOWN) return;
    pauses += 1;
    const pauseMs = Math.max(longestWaitMs, Math.min(pauses * PAUSE_STEP_MS, LONGEST_PAUSE_MS));
    pausedUntil = now + pauseMs;
    forgetFailures();
    pause(pauseMs);
    become('down');
  }

  function forgetFailures(): void {
    failedRecords.clear();
    longestWaitMs = 0;
  }

  return {
    current: (): ServiceHealth => health,
    probeNow,
    /** Whether it paused the calls, and none has succeeded since. */
    isBreakerOpen: (): boolean => pauses > 0,

    record(call: CallResult): void {
      const { outcome } = call;
      const isBusy = outcome === '429';
      const isFailure = /^(5..|un\w+)$/.test(outcome);
      if (isBusy || isFailure) countFailure(call);
      if (isBusy) return;
      hasFailed = isFailure;
      if (hasFailed) return probeLater();
      failedProbes = 0;
      pauses = 0;
      forgetFailures();
      const isRefused = outcome === '401' || outcome === '403';
      become(isRefused ? 'key-refused' : 'up');
      if (isRefused) probeLater();
      else cancelProbe();
    },

    stop(): void {
      isStopped = true;
      cancelProbe();
    },
  };
}
