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
import { onBothEngines } from './on-both-engines.ts';
import { apply, createStores, formAfter } from './stores.ts';

/** What has happened to a form in each state. */
const WAY_TO: Readonly<Record<SubmissionState, readonly SubmissionEventType[]>> = {
  open: [],
  sending: ['submit'],
  sent: ['submit', 'delivered'],
  unconfirmed: ['submit', 'timed-out'],
  refused: ['submit', 'rejected'],
  submitted: ['confirmed'],
};

onBothEngines((db) => {
  for (const state of SUBMISSION_STATES)
    for (const event of SUBMISSION_EVENTS)
      test(`${state} + ${event} → ${LIFECYCLE[state][event] ?? 'no change'}`, async () => {
        const stores = createStores(db());
        const form_id = `${state}-${event}`;
        const form = await formAfter(stores, form_id, WAY_TO[state]);
        assert.equal(form.state, state);

        const changed = await apply(stores, form, event);
        const stored = await stores.forms.find('p', form_id);
        const attempt = event === 'submit' ? form.attempt + 1 : form.attempt;
        const expected = advance(form, { type: event, attempt });
        // The data was deleted, so nothing is left to send.
        const canHappen = event !== 'resent' || form.body_bytes !== null;
        const { state: to, attempt: of } = canHappen ? expected : form;
        assert.deepEqual([stored?.state, stored?.attempt], [to, of]);
        const hasChanged = expected !== form && canHappen;
        assert.equal(changed?.revision, hasChanged ? form.revision + 1 : undefined);
        const body = stored && (await stores.submissions.readBody(stored));
        assert.equal(body?.length ?? null, stored?.body_bytes);
        const isKept = ['sending', 'sent', 'unconfirmed'].includes(to);
        assert.equal(body?.length, isKept ? 1 : undefined, 'data is kept while it may be sent');
      });

  test('an event of an attempt that is over changes nothing', async () => {
    const stores = createStores(db());
    const form = await formAfter(stores, 'over', []);
    const first = await apply(stores, form, 'submit');
    assert.ok(first && (await apply(stores, first, 'delivered')));
    for (const event of ['submit', 'abandoned', 'timed-out'] as const)
      assert.equal(await apply(stores, event === 'submit' ? form : first, event), undefined);
  });
});
