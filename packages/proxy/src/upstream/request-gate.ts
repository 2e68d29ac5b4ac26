import { ProblemError } from '../plugins/problem-error.ts';
import type { GateStore } from './gate-store.ts';
import { createTurns } from './turns.ts';

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
  const cost_ms = 1_000 / per_second;
  const room_ms = Math.max(1_000, Math.ceil(cost_ms));
  /** The row counts whole milliseconds: a fraction is paid with the next call. */
  let owed_ms = 0;
  /** As the row had them when it was last seen. */
  let failures = 0;

  async function note(outcome: 'ok' | 'failed', retry_after_ms: number): Promise<void> {
    if (outcome === 'ok') {
      if (failures > 0) await gates.succeed(NAME);
      failures = 0;
      return;
    }
    failures = await gates.fail(NAME);
    const open_ms =
      failures < FAILURES_TO_OPEN
        ? 0
        : Math.min((failures - FAILURES_TO_OPEN + 1) * OPEN_STEP_MS, LONGEST_OPEN_MS);
    const closed_ms = Math.max(retry_after_ms, open_ms);
    if (closed_ms > 0) await gates.close(NAME, Date.now() + closed_ms + room_ms);
  }

  /** How many of those `waiting` this moment are let through, or how long it takes until one is. */
  async function take(waiting: number): Promise<{ calls: number; wait_ms: number }> {
    const now = Date.now();
    const wanted = Math.min(waiting, Math.floor((room_ms - owed_ms) / cost_ms));
    const due_ms = owed_ms + wanted * cost_ms;
    const whole_ms = Math.floor(due_ms);
    const { passed, busy_until, ...row } = await gates.pass(NAME, now, whole_ms, room_ms);
    failures = row.failures;
    if (passed) {
      owed_ms = due_ms - whole_ms;
      return { calls: wanted, wait_ms: 0 };
    }
    const room_left_ms = now + room_ms - Math.max(busy_until, now);
    const fitting = Math.floor((room_left_ms - owed_ms) / cost_ms);
    if (fitting >= 1 && fitting < wanted) return take(fitting);
    return { calls: 0, wait_ms: Math.max(Math.ceil(owed_ms + cost_ms - room_left_ms), 1) };
  }

  return {
    pass: createTurns(take, busy),
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
