import type { FormData, ProblemName, SubmissionChannel } from 'precandidate-contract';
import type { FormRow } from '../../store/form-row.ts';

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

/**
 * What a status means for a submission. 429 and 503 say that nothing was done; other 5xx and
 * redirects leave it open; 4xx that concern the address or the key are not about the data.
 */
export function outcomeOf(status: number, retry_after_ms: number): ChannelOutcome {
  const undelivered = (problem: ProblemName): ChannelOutcome => ({
    kind: 'undelivered',
    problem,
    retry_after_ms,
  });
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 429) return undelivered('service-busy');
  if (status === 503) return undelivered('service-unavailable');
  if (status === 404 || status === 410) return undelivered('form-not-found');
  if (status === 401 || status === 403) return undelivered('service-refused-key');
  if (status === 405 || status === 415) return undelivered('service-refused-request');
  if (status === 409) return undelivered('already-submitted');
  if (status >= 500 || status < 400) return { kind: 'unknown' };
  return { kind: 'rejected' };
}
