import type { FormData } from 'precandidate-contract';
import type { FormRow, FormStore } from '../status/form-store.ts';
import type { Outcome, SubmissionStore } from './submission-store.ts';
import type { Channel, ChannelOutcome } from './channels/channel.ts';
import type { FormChanges } from '../status/form-changes.ts';
import type { Outbox } from '../relay/outbox.ts';
import type { Sealer } from './sealer.ts';
import type { StatusPoller } from '../status/poller.ts';
import { untilNextLook, untilNextTry } from './submission-pauses.ts';

/** What a sending needs. */
export interface SendingParts {
  forms: FormStore;
  submissions: SubmissionStore;
  sealer: Sealer;
  channel: Channel;
  poller: StatusPoller;
  outbox: Outbox;
  changes: FormChanges;
  onError: (error: unknown) => void;
}

/** One sending: the row as it stood when it began, and what came of it. */
export interface Sent {
  started: FormRow;
  outcome: ChannelOutcome;
}

/** The steps of bringing one stored submission to the service. */
export interface SubmissionSending {
  /** Sends it; `undefined` when somebody else ended it, or took it over, meanwhile. */
  send(form: FormRow): Promise<Sent | undefined>;
  /** Whether its data can still be opened: a secret that was dropped too early takes it along. */
  canOpen(form: FormRow): boolean;
  /** Ends it, tells who watches, and has the service asked soon. Answers the row as it is then. */
  settle(form: FormRow, outcome: Outcome): Promise<FormRow | undefined>;
  /** The same, unless a 2xx was answered meanwhile: then nothing is changed, and `undefined` answered. */
  settleUnpromised(form: FormRow, outcome: Outcome): Promise<FormRow | undefined>;
  /** Makes it due again, after `at_least_ms`; `started`: to be looked up before it is sent again. */
  postpone(form: FormRow, phase: 'stored' | 'started', at_least_ms: number): Promise<void>;
}

/** A process that was to end a sending, and died, is replaced after this. */
export const LEASE_MS = 30_000;

/** What a stored submission is sealed to: it opens for its own form only. */
export function formContext({
  person_id,
  form_id,
}: Pick<FormRow, 'person_id' | 'form_id'>): string {
  return `submission ${person_id} ${form_id}`;
}

export function createSubmissionSending(parts: SendingParts): SubmissionSending {
  const { forms, submissions, sealer, channel, poller, changes } = parts;
  const openData = (form: FormRow) => sealer.open(form.sealed ?? '', formContext(form)) as FormData;

  async function tell(settling: Promise<FormRow | undefined>): Promise<FormRow | undefined> {
    const settled = await settling;
    if (settled) {
      changes.publish(settled);
      await poller.pollNow(settled.person_id);
    }
    return settled;
  }

  return {
    async send(form) {
      if (form.sealed === null) return undefined;
      const data = openData(form);
      const now = Date.now();
      // Durable before the first byte: after a crash in between, the outcome counts as unknown.
      const started = await submissions.markStarted(form, now, now + LEASE_MS);
      if (!started) return undefined;
      changes.publish(started);
      const outcome = await channel.send(started, data, started.submission_key ?? '');
      return { started, outcome };
    },

    canOpen(form) {
      try {
        openData(form);
        return true;
      } catch (error) {
        parts.onError(error);
        return false;
      }
    },

    async settle(form, outcome) {
      const settled = await tell(submissions.settle(form, outcome, Date.now()));
      return settled ?? forms.find(form.person_id, form.form_id);
    },

    settleUnpromised: (form, outcome) =>
      tell(submissions.settleUnpromised(form, outcome, Date.now())),

    async postpone(form, phase, at_least_ms) {
      const now = Date.now();
      const soonest_ms = phase === 'started' ? untilNextLook(form, now) : untilNextTry(form);
      await submissions.postpone(form, now + Math.max(soonest_ms, at_least_ms), phase);
    },
  };
}
