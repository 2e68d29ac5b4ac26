import type { ProblemName, SubmissionChannel } from 'precandidate-contract';
import { type FormRow, formUrlOf } from '../../forms/form-store.ts';
import { ProblemError } from '../../shared/problem-error.ts';

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
  readonly maxTriesUnknown: number;
  /** The problem that makes sending pointless. Asked at each try, because the record may change. */
  refusalOf(form: FormRow): ProblemError | undefined;
  /** The host that a form's data is sent to; absent: all go to the same one. */
  hostOf?(form: FormRow): string;
  /**
   * Absent when the candidate continues in the hosted form. Never rejects; only for a form without a
   * refusal.
   *
   * @param answers - an object as JSON
   */
  send?(form: FormRow, answers: Buffer, idempotencyKey: string): Promise<ChannelOutcome>;
  close?(): Promise<void>;
}

/** Sends nothing: the candidate continues in the hosted form, and the proxy polls its status. */
export const handoffChannel: Channel = {
  name: 'handoff',
  maxTriesUnknown: 0,
  refusalOf(form) {
    if (formUrlOf(form) !== null) return undefined;
    return new ProblemError('service-answer-unusable', { detail: 'The record has no form_url' });
  },
};
