import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { createFormChanges } from '../src/status/form-changes.ts';
import { createOutbox } from '../src/relay/outbox.ts';
import { createStatusPoller } from '../src/status/poller.ts';
import type { Database } from '../src/db/database.ts';
import { createDeliveryStore } from '../src/relay/delivery-store.ts';
import { createEndpointStore } from '../src/relay/endpoint-store.ts';
import { createFormStore } from '../src/status/form-store.ts';
import { createWatchStore } from '../src/status/watch-store.ts';
import { createService } from '../src/upstream/service.ts';
import { createServiceClient } from '../src/upstream/service-client.ts';
import { onBothEngines } from './on-both-engines.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';

const onError = (error: unknown) => assert.fail(error as Error);
const openGate = { pass: async () => undefined, report: async () => undefined };

/** The watch of one process: its calls are shared within it, and with no other. */
function processOn(t: TestContext, db: Database, apiUrl: string) {
  const client = createServiceClient(apiUrl, 'key', openGate, () => undefined);
  t.after(() => client.close());
  const [forms, deliveries] = [createFormStore(db), createDeliveryStore(db)];
  const watches = createWatchStore(db);
  const poller = createStatusPoller(
    {
      forms,
      watches,
      service: createService(client),
      changes: createFormChanges(db, forms, onError),
      outbox: createOutbox({ deliveries, endpoints: createEndpointStore(db) }, [], onError, true),
      interval: { pauseMs: () => 1_000, openFormPauseMs: () => 9_000 },
      metrics: { look: () => undefined },
      onError,
    },
    1_000,
  );
  return { poller, watches, forms, deliveries };
}

onBothEngines('overtaking', (db) => {
  const cases: [string, string, string | undefined][] = [
    ['an answer that a later look has overtaken changes nothing', 'CREATED', undefined],
    ['but submitted is news, however late it comes', 'SUBMITTED', 'submitted'],
  ];
  for (const [name, late_status, late_state] of cases)
    test(name, async (t) => {
      const person_id = `person-${late_status}`;
      const asked: ServerResponse[] = [];
      let onAsked = (): void => undefined;
      const { apiUrl } = await startScriptedService(t, (_, response) => {
        asked.push(response);
        onAsked();
      });
      const nextAsked = () => new Promise<void>((resolve) => (onAsked = resolve));
      const [here, there] = [processOn(t, db(), apiUrl), processOn(t, db(), apiUrl)];

      let coming = nextAsked();
      const early = here.poller.refresh(person_id);
      await coming;
      // The guard counts milliseconds.
      const began = Date.now();
      while (Date.now() === began);
      coming = nextAsked();
      const later = there.poller.refresh(person_id);
      await coming;
      const newer = { ...recordOf(person_id, 'IN_REVIEW') };
      asked[1]?.end(JSON.stringify([newer]));
      await later;
      const known = await here.forms.find(person_id, `form-${person_id}`);
      asked[0]?.end(
        JSON.stringify([{ ...recordOf(person_id, late_status), updated_at: newer.updated_at }]),
      );
      await early;

      const now = await here.forms.find(person_id, `form-${person_id}`);
      if (late_state === undefined) assert.deepEqual(now, known);
      else assert.equal(now?.state, late_state);
      const told = (await here.deliveries.list(undefined, 100)).map(({ type }) => type);
      assert.equal(
        told.filter((type) => type === 'precandidate.status_changed').length,
        late_state ? 3 : 1,
      );
    });

  test('whoever asks for a form again and again brings its next look no nearer than its share', async (t) => {
    const { apiUrl } = await startScriptedService(t, (_, response) => response.end('[]'));
    const { poller, watches } = processOn(t, db(), apiUrl);
    const began = Date.now();
    for (let times = 0; times < 5; times += 1) await poller.keepPolling('often');
    assert.deepEqual(await watches.claimDue(began + 8_999, began + 60_000, 10), []);
    const due = await watches.claimDue(Date.now() + 9_000, began + 60_000, 10);
    assert.deepEqual(
      due.map(({ person_id }) => person_id),
      ['often'],
    );
  });

  test('a newer updated_at is news, although this process’s clock is behind', async () => {
    const forms = createFormStore(db());
    const seen = {
      person_id: 'clock',
      form_id: 'f',
      record: '{"a":1}',
      precandidate_status: 'CREATED',
      updated_at: '2026-01-01T00:00:00.000000',
      submitted: false,
      looked_at: 2_000,
    };
    await forms.observe(seen, 1);
    const older = { ...seen, record: '{"a":0}', looked_at: 1_000 };
    assert.equal(await forms.observe(older, 2), undefined);
    const newer = { ...older, updated_at: '2026-01-02T00:00:00.000000' };
    assert.equal((await forms.observe(newer, 3))?.record, '{"a":0}');
  });
});
