import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormNotifications } from '../src/forms/form-notifications.ts';
import { onBothEngines } from './on-both-engines.ts';
import { createStores, seen } from './stores.ts';

const onError = (error: unknown) => assert.fail(error as Error);
const CHANGED = { record: '{"a":2}', requested_at: 2 };

onBothEngines((db) => {
  test('does not miss a change between a read and the subscription', async () => {
    const { forms, pollSchedule } = createStores(db());
    await pollSchedule.remember('p', 1);
    const changes = new FormNotifications(db(), forms, onError);
    const read = await forms.observe(seen('f'), 1);
    await forms.observe(seen('f', CHANGED), 2);
    const received = await new Promise<number>((resolve) => {
      const unsubscribe = changes.subscribe('p', 'f', ({ revision }) => {
        unsubscribe();
        resolve(revision);
      });
    });
    assert.equal(received, (read?.revision ?? 0) + 1);
    assert.equal(changes.hasSubscribers('p'), false);
  });

  test('finds a change of another process without its notification', async (t) => {
    if (db().engine === 'sqlite') return t.skip('it has one process only');
    const { forms, pollSchedule } = createStores(db());
    await pollSchedule.remember('p', 1);
    const silent = { ...db(), listen: async () => undefined };
    const changes = new FormNotifications(silent, forms, onError, 20);
    await changes.start();
    t.after(() => changes.stop());
    await forms.observe(seen('silent'), 1);
    const received = new Promise<void>((resolve) => {
      changes.subscribe('p', 'silent', ({ revision }) => revision === 2 && resolve());
    });
    await forms.observe(seen('silent', CHANGED), 2);
    await received;
  });
});
