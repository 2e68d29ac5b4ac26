/**
 * `unknown` before the first response · `up` · `down`: calls fail, and none succeeds · `key-refused`: the
 * service refuses `UPSTREAM_API_KEY`.
 */
export type ServiceHealth = 'unknown' | 'up' | 'down' | 'key-refused';

/** The records of a person who cannot exist: no response to this is about one record. */
export const PROBE_PATH = '/precandidate/00000000-0000-0000-0000-000000000000';

/** While something is wrong, or may be. */
const PROBE_EVERY_MS = 20_000;
/** A moment without the network is no outage. */
const FAILED_PROBES_WHEN_DOWN = 2;

interface HealthOptions {
  /** Calls the service with the API key; the call is recorded like every other. */
  probe: () => Promise<unknown>;
  onChange: (health: ServiceHealth) => void;
}

/**
 * Judges the service by its last responses. After a failure, it probes the service until a call succeeds, so that
 * an outage, and its end, are noticed without the calls of candidates, and one broken record is no outage.
 */
export function createServiceHealth({ probe, onChange }: HealthOptions) {
  let health: ServiceHealth = 'unknown';
  let hasFailed = false;
  let failedProbes = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

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

  return {
    current: (): ServiceHealth => health,
    probeNow,

    /** @param outcome - the status of a call, `unreadable`, or `unreachable` */
    record(outcome: string): void {
      if (outcome === '429') return;
      hasFailed = /^(5..|un\w+)$/.test(outcome);
      if (hasFailed) return probeLater();
      failedProbes = 0;
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
