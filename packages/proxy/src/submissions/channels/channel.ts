import type { FormData, ProblemName, SubmissionChannel } from 'precandidate-contract';
import type { FormRow } from '../../forms/form-store.ts';

/** How one try to send a submission ended. */
export type ChannelOutcome =
  /** The service answered 2xx. Only its status confirms that it took the data. */
  | { kind: 'delivered' }
  /** The service surely does not have the data; `problem` says why. */
  | { kind: 'not-received'; problem: ProblemName; retryAfterMs: number }
  /** The service has the data and rejects it. */
  | { kind: 'rejected' }
  /** The service may have the data: poll before sending it again. */
  | { kind: 'unknown' };

/** A way to hand a submission to the service, whose interface documents none. */
export interface Channel {
  readonly name: SubmissionChannel;
  /** After this many tries, a submission of unknown outcome is not sent again by itself. */
  readonly mostTriesUnknown: number;
  /**
   * Throws the problem that makes sending pointless, before anything is stored. Returns `false` when
   * this channel sends nothing.
   */
  prepare(form: FormRow): boolean;
  /** Never rejects. */
  send(form: FormRow, data: FormData, idempotencyKey: string): Promise<ChannelOutcome>;
  close?(): Promise<void>;
}

/** Time-out, misdirected, too early, upgrade: the request was not processed. */
const NOT_PROCESSED = new Set([408, 421, 425, 426]);

/**
 * The meaning of a status for a submission. Forms answer 302 and 303 to lead on to the next page.
 * 429 and 503 say that nothing was done, other 5xx leave it open. Other redirects, and 4xx about the
 * address, the key, or the connection, are not about the data.
 */
export function outcomeOf(status: number, retryAfterMs: number): ChannelOutcome {
  const notReceived = (problem: ProblemName) =>
    ({ kind: 'not-received', problem, retryAfterMs }) as const;
  if ((status >= 200 && status < 300) || status === 302 || status === 303)
    return { kind: 'delivered' };
  if (status === 429) return notReceived('service-busy');
  if (status === 503 || NOT_PROCESSED.has(status)) return notReceived('service-unavailable');
  if (status === 404 || status === 410) return notReceived('form-not-found');
  if (status === 401 || status === 403) return notReceived('service-refused-key');
  if (status === 405 || status === 415 || status < 400)
    return notReceived('service-refused-request');
  if (status === 409) return notReceived('already-submitted');
  if (status >= 500) return { kind: 'unknown' };
  return { kind: 'rejected' };
}
