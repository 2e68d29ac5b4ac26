/**
 * How much slower this machine is at this moment than a quiet one with two cores; each at least 1, and
 * at most {@link SLOWEST}, because a case waits that much longer.
 */
export interface Pace {
  /** In processor time: a slow processor. */
  processor: number;
  /** In time that passes: also a busy machine. */
  clock: number;
}

/** What {@link work} takes on a quiet machine with two cores. */
const QUIET_MS = 75;
const ROUNDS = 12;
const SLOWEST = 8;

/** Takes a tenth of a second or, on a busy machine, a few times that. */
export function measurePace(): Pace {
  const began = performance.now();
  const used = process.threadCpuUsage();
  for (let round = 0; round < ROUNDS; round++) work();
  const { user, system } = process.threadCpuUsage(used);
  const passedMs = performance.now() - began;
  const of = (ms: number) => Math.min(Math.max(1, ms / QUIET_MS), SLOWEST);
  return { processor: of((user + system) / 1_000), clock: of(passedMs) };
}

/** Parses and writes JSON, as a proxy does. */
function work(): void {
  const entries = Array.from({ length: 10_000 }, (_, index) => [`key-${index}`, index]);
  JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}
