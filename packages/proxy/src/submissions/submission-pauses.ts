import type { FormRow } from '../status/form-store.ts';

/**
 * How long the service is only asked after a sending whose outcome is unknown, by how often it was
 * sent: a form that was taken may take its time to say so.
 */
const ONLY_LOOK_MS = [20_000, 2 * 60_000, 10 * 60_000, 60 * 60_000];
const SHORTEST_MS = 2_000;
/** A service that was away, and is back, is asked within this. */
const LONGEST_BEFORE_LOOK_MS = 5 * 60_000;
const LONGEST_BEFORE_TRY_MS = 60 * 60_000;

/** Milliseconds until a submission of unknown outcome may be sent again; 0: now. */
export function untilResend({ sent_at, tries }: FormRow, now: number): number {
  if (sent_at === null) return 0;
  const only_look_ms = ONLY_LOOK_MS[tries - 1] ?? ONLY_LOOK_MS.at(-1) ?? 0;
  return Math.max(sent_at + only_look_ms - now, 0);
}

/** Milliseconds until the next look: soon after the sending, then ever more seldom. */
export function untilNextLook(form: FormRow, now: number): number {
  const since_ms = form.sent_at === null ? 0 : now - form.sent_at;
  const pause_ms = Math.min(Math.max(since_ms / 2, SHORTEST_MS), LONGEST_BEFORE_LOOK_MS);
  // The look that decides comes as soon as it may.
  return Math.min(pause_ms, untilResend(form, now) || pause_ms);
}

/** Milliseconds until the next try of what surely did not arrive. */
export function untilNextTry({ tries }: FormRow): number {
  return Math.min(SHORTEST_MS * 2 ** tries, LONGEST_BEFORE_TRY_MS);
}
