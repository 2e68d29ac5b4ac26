import type { FormData, ProblemName, SubmissionChannel } from 'precandidate-contract';
import type { FormRow } from '../../status/form-store.ts';

/** How one sending of a submission went. */
export type ChannelOutcome =
  | { kind: 'delivered' }
  /** The service surely does not have it; `problem` says why. */
  | { kind: 'undelivered'; problem: ProblemName; retry_after_ms: number }
  /** The service has it and rejects the data. */
  | { kind: 'rejected' }
  /** Nobody can tell: look before sending again. */
  | { kind: 'unknown' };

/** A way to hand a submission to the service. The interface shows none, hence an adapter. */
export interface Channel {
  readonly name: SubmissionChannel;
  /**
   * Throws the problem that makes sending pointless, before anything is stored. `false`: this
   * channel sends nothing.
   */
  prepare(form: FormRow): boolean;
  send(form: FormRow, data: FormData, idempotency_key: string): Promise<ChannelOutcome>;
}

/** Time-out, misdirected, too early, upgrade: the request was not looked at. */
const TRY_LATER = new Set([408, 421, 425, 426]);

/**
 * What a status means for a submission. 302 and 303 are how a form that is taken leads on to the
 * next page. 429 and 503 say that nothing was done; other 5xx leave it open; other redirects, and
 * 4xx that concern the address, the key or the connection, are not about the data.
 */
export function outcomeOf(status: number, retry_after_ms: number): ChannelOutcome {
  const undelivered = (problem: ProblemName): ChannelOutcome => ({
    kind: 'undelivered',
    problem,
    retry_after_ms,
  });
  if ((status >= 200 && status < 300) || status === 302 || status === 303)
    return { kind: 'delivered' };
  if (status === 429) return undelivered('service-busy');
  if (status === 503 || TRY_LATER.has(status)) return undelivered('service-unavailable');
  if (status === 404 || status === 410) return undelivered('form-not-found');
  if (status === 401 || status === 403) return undelivered('service-refused-key');
  if (status === 405 || status === 415 || status < 400)
    return undelivered('service-refused-request');
  if (status === 409) return undelivered('already-submitted');
  if (status >= 500) return { kind: 'unknown' };
  return { kind: 'rejected' };
}
