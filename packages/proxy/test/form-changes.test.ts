import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormChanges } from '../src/status/form-changes.ts';
import { createFormStore } from '../src/status/form-store.ts';
import { onBothEngines } from './on-both-engines.ts';

onBothEngines('changes', (db) => {
  test('a change between a look and the beginning of following is not missed', async () => {
    const forms = createFormStore(db());
    const changes = createFormChanges(db(), forms, (error) => assert.fail(error as Error));
    const seen = {
      person_id: 'p',
      form_id: 'f',
      record: '{"a":1}',
      precandidate_status: 'CREATED',
      updated_at: null,
      submitted: false,
      looked_at: 1,
    };
    const looked = await forms.observe(seen, 1);
    await forms.observe({ ...seen, record: '{"a":2}', looked_at: 2 }, 2);
    const told = await new Promise<number>((resolve) => {
      const stop = changes.subscribe('p', 'f', ({ revision }) => {
        stop();
        resolve(revision);
      });
    });
    assert.equal(told, (looked?.revision ?? 0) + 1);
    assert.equal(changes.hasSubscribers('p'), false);
  });
});
