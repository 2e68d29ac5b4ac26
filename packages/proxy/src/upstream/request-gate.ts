import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError } from '../problem-error.ts';
import type { GateStore } from '../store/gate-store.ts';

const NAME = 'upstream';
const FAILURES_TO_OPEN = 5;
const OPEN_STEP_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;

export interface RequestGate {
  /**
   * Resolves when one call may be made. Rejects with `service-busy` when that would take longer
   * than `patience_ms`.
   */
  pass(patience_ms: number): Promise<void>;
  /**
   * What came of a call: a failure with `retry_after_ms` closes the gate for all processes. Never
   * rejects: what the service answered must not be lost with our database.
   */
  report(outcome: 'ok' | 'failed', retry_after_ms: number): Promise<void>;
}

/** How the gate stands, for whoever operates it. */
export interface GateStanding {
  /** Whether so many calls failed in a row that the breaker is open. */
  is_open: boolean;
  /** Seconds until a call is let through; 0: at once. */
  closed_seconds: number;
}

/**
 * The budget of calls to the service, its `Retry-After` and a circuit breaker, in one row that all
 * processes share. The budget is a leaky bucket (GCRA): `busy_until` is where the calls let
 * through so far would end if they came evenly, and a second's worth of them may come at once.
 */
export function createRequestGate(
  gates: GateStore,
  per_second: number,
  onError: (error: unknown) => void,
): RequestGate {
  const cost_ms = Math.ceil(1_000 / per_second);
  const room_ms = Math.max(1_000, cost_ms);

  async function note(outcome: 'ok' | 'failed', retry_after_ms: number): Promise<void> {
    if (outcome === 'ok') return gates.succeed(NAME);
    const failures = await gates.fail(NAME);
    const open_ms =
      failures < FAILURES_TO_OPEN
        ? 0
        : Math.min((failures - FAILURES_TO_OPEN + 1) * OPEN_STEP_MS, LONGEST_OPEN_MS);
    const closed_ms = Math.max(retry_after_ms, open_ms);
    if (closed_ms > 0) await gates.close(NAME, Date.now() + closed_ms + room_ms);
  }

  return {
    async pass(patience_ms) {
      const deadline = Date.now() + patience_ms;
      for (;;) {
        const now = Date.now();
        const { passed, busy_until } = await gates.pass(NAME, now, cost_ms, room_ms);
        if (passed) return;
        const wait_ms = Math.max(busy_until + cost_ms - room_ms - now, 1);
        if (now + wait_ms > deadline) throw busy(wait_ms);
        await pause(wait_ms);
      }
    },

    report: (outcome, retry_after_ms) => note(outcome, retry_after_ms).catch(onError),
  };
}

export async function gateStanding(
  gates: Pick<GateStore, 'find'>,
  per_second: number,
): Promise<GateStanding> {
  const { busy_until = 0, failures = 0 } = (await gates.find(NAME)) ?? {};
  const cost_ms = Math.ceil(1_000 / per_second);
  const wait_ms = busy_until + cost_ms - Math.max(1_000, cost_ms) - Date.now();
  return { is_open: failures >= FAILURES_TO_OPEN, closed_seconds: Math.max(wait_ms, 0) / 1_000 };
}

function busy(wait_ms: number): ProblemError {
  return new ProblemError('service-busy', {
    headers: { 'retry-after': String(Math.ceil(wait_ms / 1_000)) },
  });
}
