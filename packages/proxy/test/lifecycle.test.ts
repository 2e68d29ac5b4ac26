import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  advance,
  LIFECYCLE,
  SUBMISSION_EVENTS,
  SUBMISSION_STATES,
  type SubmissionEventType,
  type SubmissionState,
} from 'precandidate-contract';
import type { FormRow } from '../src/forms/form-store.ts';
import type { Observation } from '../src/forms/observation.ts';
import { onBothEngines } from './on-both-engines.ts';
import { createStores } from './stores.ts';

type Stores = ReturnType<typeof createStores>;

const SEALED = { key: 'k', body_hash: 'h', sealed: 's', channel: 'form' } as const;

const seen = (form_id: string, submitted = false): Observation => ({
  person_id: 'p',
  form_id,
  record: JSON.stringify({ submitted }),
  precandidate_status: submitted ? 'SUBMITTED' : 'CREATED',
  updated_at: null,
  submitted,
  requested_at: 1,
});

/** What has happened to a form in each state. */
const WAY_TO: Readonly<Record<SubmissionState, readonly SubmissionEventType[]>> = {
  open: [],
  sending: ['submit'],
  sent: ['submit', 'delivered'],
  unconfirmed: ['submit', 'timed-out'],
  refused: ['submit', 'rejected'],
  submitted: ['confirmed'],
};

/** Stores what happens when `event` does; returns the changed row. */
function apply({ forms, submissions }: Stores, form: FormRow, event: SubmissionEventType) {
  switch (event) {
    case 'submit':
      return submissions.begin(form, SEALED, 2);
    case 'resent':
      return submissions.resend(form, 'form', 2);
    case 'confirmed':
      return forms.observe(seen(form.form_id, true), 2);
    default:
      return submissions.apply(form, event, 2);
  }
}

onBothEngines((db) => {
  for (const state of SUBMISSION_STATES)
    for (const event of SUBMISSION_EVENTS)
      test(`${state} + ${event} → ${LIFECYCLE[state][event] ?? 'no change'}`, async () => {
        const stores = createStores(db());
        const form_id = `${state}-${event}`;
        let form = await stores.forms.observe(seen(form_id), 1);
        for (const before of WAY_TO[state]) form = form && (await apply(stores, form, before));
        assert.equal(form?.state, state);

        const changed = await apply(stores, form, event);
        const stored = await stores.forms.find('p', form_id);
        const attempt = event === 'submit' ? form.attempt + 1 : form.attempt;
        const expected = advance(form, { type: event, attempt });
        // The data was deleted, so nothing is left to send.
        const canHappen = event !== 'resent' || form.body_bytes !== null;
        const { state: to, attempt: of } = canHappen ? expected : form;
        assert.deepEqual([stored?.state, stored?.attempt], [to, of]);
        assert.equal(
          changed?.revision,
          expected !== form && canHappen ? form.revision + 1 : undefined,
        );
        const body = stored && (await stores.submissions.readBody(stored));
        assert.equal(body?.length ?? null, stored?.body_bytes);
      });

  test('an event of an attempt that is over changes nothing', async () => {
    const stores = createStores(db());
    const form = await stores.forms.observe(seen('over'), 1);
    const first = form && (await apply(stores, form, 'submit'));
    assert.ok(form && first && (await apply(stores, first, 'delivered')));
    for (const event of ['submit', 'abandoned', 'timed-out'] as const)
      assert.equal(await apply(stores, event === 'submit' ? form : first, event), undefined);
  });
});
