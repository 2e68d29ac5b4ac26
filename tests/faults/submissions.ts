import assert from 'node:assert/strict';
import type { ProblemName, SubmissionState } from 'precandidate-contract';
import type { Fault } from 'precandidate-sandbox';
import { assertAnswer, type FaultCase, type FaultGroup } from './fault-cases.ts';
import { openStage, type FaultStage } from './fault-stage.ts';

/** The response to a submission that met a fault, and how it ended. */
export interface Row {
  fault: Partial<Fault> & Pick<Fault, 'kind'>;
  when: 'before' | 'after';
  /** A 2xx, which promises that the data arrives, or the problem. */
  response: '2xx' | ProblemName;
  /** The form's final state, when the candidate submits again after a problem. */
  ends?: SubmissionState;
  /** Posts that reached the service. Default 1. */
  sent?: number;
}

/** By `SUBMISSION_CHANNEL=form`. */
const BY_FORM: readonly Row[] = [
  // The service is away: the data is stored and delivered later.
  { fault: { kind: 'status', status: 503 }, when: 'before', response: '2xx' },
  { fault: { kind: 'too-many' }, when: 'before', response: '2xx' },
  { fault: { kind: 'status', status: 422 }, when: 'before', response: 'submission-refused' },
  // The outcome is unknown: polled for 20 s, then sent again.
  { fault: { kind: 'status', status: 500 }, when: 'before', response: '2xx' },
  { fault: { kind: 'reset' }, when: 'before', response: '2xx' },
  { fault: { kind: 'html' }, when: 'before', response: '2xx' },
  { fault: { kind: 'stall' }, when: 'before', response: '2xx' },
  // The same, but it had arrived: a poll finds it, and nothing is sent again.
  { fault: { kind: 'status', status: 500 }, when: 'after', response: '2xx' },
  { fault: { kind: 'reset' }, when: 'after', response: '2xx' },
  { fault: { kind: 'html' }, when: 'after', response: '2xx' },
  { fault: { kind: 'stall' }, when: 'after', response: '2xx' },
  // A 2xx with any body.
  { fault: { kind: 'delay', delay_ms: 300 }, when: 'before', response: '2xx' },
  { fault: { kind: 'delay', delay_ms: 300 }, when: 'after', response: '2xx' },
  { fault: { kind: 'not-json' }, when: 'after', response: '2xx' },
  // A truncated 2xx is an unknown outcome.
  { fault: { kind: 'truncated' }, when: 'after', response: '2xx' },
  { fault: { kind: 'truncated' }, when: 'before', response: '2xx' },
  // A 2xx without effect: sent, then unconfirmed, never resent automatically.
  { fault: { kind: 'not-json' }, when: 'before', response: '2xx', ends: 'sent', sent: 0 },
];

/** By `SUBMISSION_CHANNEL=person`: the service cannot find a person by our precandidate. */
const BY_PERSON: readonly Row[] = [
  { fault: { kind: 'too-many' }, when: 'before', response: '2xx' },
  { fault: { kind: 'status', status: 422 }, when: 'before', response: 'submission-refused' },
  { fault: { kind: 'delay', delay_ms: 300 }, when: 'after', response: '2xx' },
  { fault: { kind: 'truncated' }, when: 'after', response: '2xx' },
  { fault: { kind: 'not-json' }, when: 'after', response: '2xx' },
  { fault: { kind: 'status', status: 500 }, when: 'before', response: '2xx' },
  { fault: { kind: 'reset' }, when: 'before', response: '2xx' },
  { fault: { kind: 'html' }, when: 'before', response: '2xx' },
  { fault: { kind: 'stall' }, when: 'before', response: '2xx' },
  // It had arrived and arrives again, as the docs say: a second person is better than none.
  { fault: { kind: 'reset' }, when: 'after', response: '2xx', sent: 2 },
  { fault: { kind: 'stall' }, when: 'after', response: '2xx', sent: 2 },
];

interface Channel {
  name: 'form' | 'person';
  /** Where the data goes at the service. */
  pathOf(form_id: string): string;
  /** State of a submission that arrived. */
  arrived: SubmissionState;
  /** How often the service received the data. */
  postCount(stage: FaultStage, form_id: string): Promise<number>;
}

const FORM: Channel = {
  name: 'form',
  pathOf: (form_id) => `/forms/${form_id}`,
  arrived: 'submitted',
  postCount: async (stage, form_id) => (await stage.record(form_id)).form_posts,
};

/** Failed requests count too; those that failed before their effect delivered nothing. */
const PERSON: Channel = {
  name: 'person',
  pathOf: () => '^/v3/PE/persons$',
  arrived: 'sent',
  postCount: (stage) => stage.requestCount('POST /v3/:country_code/persons'),
};

function submissionCase(channel: Channel, row: Row): FaultCase {
  const { fault, when, response, sent = 1, ends = channel.arrived } = row;
  const status = fault.status === undefined ? '' : ` ${fault.status}`;
  return {
    name: `submission by ${channel.name}: ${fault.kind}${status}, ${when} it had its effect`,
    async run(stage) {
      const record = await stage.precandidate();
      const ana = await stage.candidate(record);
      const path = channel.pathOf(record.precandidate_id);
      await stage.fault({ ...fault, when, match: { method: 'POST', path } });
      const answer = await ana.submit('one');
      if (response === '2xx') assert.ok(answer.ok, await answer.text());
      else {
        await assertAnswer(answer, response);
        const again = await ana.submit(response === 'submission-refused' ? 'another' : 'one');
        await assertAnswer(again, undefined);
      }

      const { by } = await ana.snapshot(({ state }) => state === ends);
      if (ends === 'submitted') assert.equal(by, 'form');
      const spoiled = channel === PERSON && when === 'before' && fault.kind !== 'delay' ? 1 : 0;
      const postCount = await channel.postCount(stage, record.precandidate_id);
      assert.equal(postCount - spoiled, sent, 'nothing is lost, and nothing sent twice');
    },
  };
}

function openFor({ name }: Channel): FaultGroup['open'] {
  const env = {
    SUBMISSION_CHANNEL: name,
    POLL_MIN_SECONDS: '1',
    POLL_MAX_SECONDS: '2',
    PERSON_TIMEOUT_SECONDS: '10',
  };
  return (t) => openStage(t, { env });
}

/** Every way that a submission can go wrong at the service. */
export const submissionGroups: FaultGroup[] = [
  {
    name: 'submitting by form',
    open: openFor(FORM),
    concurrency: 6,
    cases: BY_FORM.map((row) => submissionCase(FORM, row)),
  },
  // All persons are created at one path, so faults would interfere.
  ...BY_PERSON.map((row) => ({
    name: 'submitting by person',
    open: openFor(PERSON),
    cases: [submissionCase(PERSON, row)],
  })),
];
