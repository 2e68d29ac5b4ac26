import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStores } from '../src/stores.ts';
import { createFormChanges } from '../src/status/form-changes.ts';
import { createOutbox } from '../src/relay/outbox.ts';
import { observationOf } from '../src/status/records.ts';
import { createStatusPoller } from '../src/status/poller.ts';
import { createService } from '../src/upstream/service.ts';
import { createServiceClient } from '../src/upstream/service-client.ts';
import { onBothEngines } from './on-both-engines.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';

const onError = (error: unknown) => assert.fail(error as Error);
const openGate = { pass: async () => undefined, report: async () => undefined };

onBothEngines('unchanged', (db) => {
  test('an answer that is the same as before is taken in again when the row was changed by another', async (t) => {
    const record = recordOf('p', 'IN_REVIEW');
    const { apiUrl } = await startScriptedService(t, (_, response) =>
      response.end(JSON.stringify([record])),
    );
    const client = createServiceClient(apiUrl, 'key', openGate, () => undefined);
    const stores = createStores(db());
    const looks: string[] = [];
    let onLook = (): void => undefined;
    const poller = createStatusPoller(
      {
        ...stores,
        service: createService(client),
        changes: createFormChanges(db(), stores.forms, onError),
        outbox: createOutbox(stores, [], onError, true),
        interval: { pauseMs: () => 10, openFormPauseMs: () => 10 },
        metrics: {
          look(outcome) {
            looks.push(outcome);
            onLook();
          },
        },
        onError,
      },
      60_000,
    );
    t.after(async () => {
      await poller.stop();
      await client.close();
    });
    const nextLook = () => new Promise<void>((resolve) => (onLook = resolve));

    await poller.keepPolling('p');
    poller.start();
    while (looks.length < 3) await nextLook();
    assert.deepEqual(looks.slice(0, 3), ['news', 'nothing', 'nothing']);

    const other = observationOf('p', recordOf('p', 'ELSEWHERE'), Date.now());
    assert.ok(other);
    await stores.forms.observe({ ...other, updated_at: '2030-01-01T00:00:00' }, Date.now());
    let row = await stores.forms.find('p', 'form-p');
    assert.equal(row?.precandidate_status, 'ELSEWHERE');
    while (row?.precandidate_status !== 'IN_REVIEW') {
      await nextLook();
      row = await stores.forms.find('p', 'form-p');
    }
    assert.equal(row.revision, 3);
  });
});
