import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { createStores } from './stores.ts';
import type { Database } from '../src/db/database.ts';
import { DAY_MS } from '../src/config/settings.ts';
import { createOutbox } from '../src/relay/outbox.ts';
import { FormChanges } from '../src/forms/form-changes.ts';
import { FormStore } from '../src/forms/form-store.ts';
import { observationOf } from '../src/forms/observation.ts';
import { POLLS } from '../src/status/poll-schedule.ts';
import { wallClock } from '../src/shared/clock.ts';
import { StatusPoller } from '../src/status/poller.ts';
import { createService } from '../src/upstream/service.ts';
import { RequestBudget } from '../src/upstream/request-budget.ts';
import { createServiceClient, type ServiceClientOptions } from '../src/upstream/service-client.ts';
import { onBothEngines } from './on-both-engines.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { until } from '../../../tests/stage/until.ts';

const onError = (error: unknown) => assert.fail(error as Error);
const unlimited = { acquire: async () => undefined, pause: () => undefined };

function processOn(
  t: TestContext,
  db: Database,
  baseUrl: string,
  {
    pauseMs = 1_000,
    longestReadMs = 60_000,
    budget = unlimited as ServiceClientOptions['budget'],
    onPoll = (_outcome: string): void => undefined,
  } = {},
) {
  const breaker = { recordSuccess: () => undefined, recordFailure: () => undefined };
  const client = createServiceClient({
    clock: wallClock,
    baseUrl,
    apiKey: 'key',
    budget,
    breaker,
    onCall: () => undefined,
  });
  const stores = createStores(db);
  const { forms } = stores;
  const formChanges = new FormChanges(db, forms, onError);
  const outbox = createOutbox({
    ...stores,
    clock: wallClock,
    sender: undefined,
    onSent: () => {},
    onError,
  });
  const poller = new StatusPoller({
    ...stores,
    clock: wallClock,
    service: createService(client),
    interval: { pauseMs: () => pauseMs, openFormPauseMs: () => 9 * pauseMs },
    formChanges,
    outbox,
    roomForPolls: () => 100,
    onPoll,
    pollForMs: DAY_MS,
    longestReadMs,
    onError,
  });
  t.after(async () => {
    await poller.stop();
    await formChanges.stop();
    await client.close();
  });
  return { poller, ...stores };
}

onBothEngines((db) => {
  const cases: [string, string, string | undefined][] = [
    ['a response that a later poll has overtaken changes nothing', 'CREATED', undefined],
    ['a late response that says submitted counts', 'SUBMITTED', 'submitted'],
  ];
  for (const [name, late_status, late_state] of cases)
    test(name, async (t) => {
      const person_id = `person-${late_status}`;
      const pending: ServerResponse[] = [];
      let onRequest = (): void => undefined;
      const { apiUrl } = await startScriptedService(t, (_, response) => {
        pending.push(response);
        onRequest();
      });
      const nextRequest = () => new Promise<void>((resolve) => (onRequest = resolve));
      const [here, there] = [processOn(t, db(), apiUrl), processOn(t, db(), apiUrl)];

      let coming = nextRequest();
      const early = here.poller.pollNow(person_id);
      await coming;
      // The guard counts milliseconds.
      const began = Date.now();
      while (Date.now() === began);
      coming = nextRequest();
      const later = there.poller.pollNow(person_id);
      await coming;
      const newer = { ...recordOf(person_id, 'IN_REVIEW') };
      pending[1]?.end(JSON.stringify([newer]));
      await later;
      const known = await here.forms.find(person_id, `form-${person_id}`);
      pending[0]?.end(
        JSON.stringify([{ ...recordOf(person_id, late_status), updated_at: newer.updated_at }]),
      );
      await early;

      const now = await here.forms.find(person_id, `form-${person_id}`);
      if (late_state === undefined) assert.deepEqual(now, known);
      else assert.equal(now?.state, late_state);
      const events = (await here.deliveries.list({ limit: 100 })).map(({ type }) => type);
      assert.equal(
        events.filter((type) => type === 'precandidate.status_changed').length,
        late_state ? 3 : 1,
      );
    });

  test('a form that is not known yet does not wait long for a service that stalls', async (t) => {
    const pending = Promise.withResolvers<ServerResponse>();
    const { apiUrl } = await startScriptedService(t, (_, response) => pending.resolve(response));
    const { poller, forms } = processOn(t, db(), apiUrl, { longestReadMs: 200 });
    const form_id = 'form-unseen';
    await assert.rejects(poller.findOrFetch('unseen', form_id), {
      problemName: 'service-unavailable',
    });
    (await pending.promise).end(JSON.stringify([recordOf('unseen')]));
    await until(() => forms.find('unseen', form_id));
  });

  test('its wait for the budget is no delay of the service', async (t) => {
    const { apiUrl } = await startScriptedService(t, ({ url }, response) =>
      response.end(JSON.stringify([recordOf(url?.split('/').at(-1) ?? '')])),
    );
    const budget = new RequestBudget(1);
    const { poller, removeJob } = processOn(t, db(), apiUrl, { longestReadMs: 2_500, budget });
    const persons = ['w', 'x', 'y', 'z'];
    const found = await Promise.all(persons.map((id) => poller.findOrFetch(id, `form-${id}`)));
    assert.deepEqual(
      found.map(({ person_id }) => person_id),
      persons,
    );
    for (const person_id of persons) await removeJob(POLLS, person_id);
  });

  test('a form that a candidate uses is polled, until it is submitted', async (t) => {
    let status = 'CREATED';
    const { apiUrl } = await startScriptedService(t, (_, response) =>
      response.end(JSON.stringify([recordOf('used', status)])),
    );
    const { poller, removeJob, schedule } = processOn(t, db(), apiUrl);
    await poller.findOrFetch('used', 'form-used');
    assert.equal(await schedule.count(), 1);

    status = 'SUBMITTED';
    await poller.pollNow('used');
    await removeJob(POLLS, 'used');
    assert.equal((await poller.findOrFetch('used', 'form-used')).state, 'submitted');
    assert.equal(await schedule.count(), 0);
    await poller.schedulePoll('used');
    assert.equal(await schedule.count(), 0, 'its polling is over');
    await poller.schedulePoll('unknown');
    assert.equal(await schedule.count(), 0, 'nobody polls this person');
  });

  test('opening a form repeatedly does not exceed its share of the budget', async (t) => {
    const { apiUrl } = await startScriptedService(t, (_, response) => response.end('[]'));
    const { poller, jobs, removeJob } = processOn(t, db(), apiUrl);
    const began = Date.now();
    for (let times = 0; times < 5; times += 1) await poller.keepPolling('often');
    const claim = (now: number) => jobs.claim(POLLS, { now, leaseMs: 60_000, limit: 10 });
    assert.deepEqual(await claim(began + 8_999), []);
    const due = await claim(Date.now() + 9_000);
    assert.deepEqual(
      due.map(({ key }) => key),
      ['often'],
    );
    await removeJob(POLLS, 'often');
  });
});

onBothEngines((db) => {
  test('a list in another order, or with an old copy of a record, is no news', async (t) => {
    const person_id = 'reordered';
    const { precandidate_id, ...rest } = recordOf(person_id);
    const record = { precandidate_id, ...rest, reports_enabled: ['a', 'b'] };
    const other = { ...record, precandidate_id: 'form-other' };
    const old = { ...record, precandidate_status: 'DRAFT', updated_at: '2025-01-01T00:00:00' };
    const lists = [
      [old, record, other],
      [other, record, old],
      [{ reports_enabled: ['b', 'a'], more: 1, ...rest, precandidate_id }, old, other],
      [other, { ...record, reports_enabled: ['b', 'a'] }],
    ];
    const { apiUrl } = await startScriptedService(t, (_, response) =>
      response.end(JSON.stringify(lists.shift())),
    );
    const { poller, forms, deliveries } = processOn(t, db(), apiUrl);
    const before = (await deliveries.list({ limit: 100 })).length;
    for (let polls = 0; polls < 4; polls += 1) {
      const { hasNews } = await poller.pollNow(person_id);
      assert.equal(hasNews, polls === 0, `poll ${polls + 1}`);
    }
    const form = await forms.find(person_id, precandidate_id);
    assert.deepEqual([form?.revision, form?.precandidate_status], [1, 'CREATED']);
    assert.equal((await deliveries.list({ limit: 100 })).length, before, 'no event');
  });
});

onBothEngines((db) => {
  test('accepts a newer updated_at although this process’s clock is behind', async () => {
    const forms = new FormStore(db());
    const seen = {
      person_id: 'clock',
      form_id: 'f',
      record: '{"a":1}',
      precandidate_status: 'CREATED',
      updated_at: '2026-01-01T00:00:00.000000',
      submitted: false,
      requested_at: 2_000,
    };
    await forms.observe(seen, 1);
    const older = { ...seen, record: '{"a":0}', requested_at: 1_000 };
    assert.equal(await forms.observe(older, 2), undefined);
    const newer = { ...older, updated_at: '2026-01-02T00:00:00.000000' };
    assert.equal((await forms.observe(newer, 3))?.record, '{"a":0}');
  });

  test('stores a repeated response again after another process changed the row', async (t) => {
    const record = recordOf('p', 'IN_REVIEW');
    const { apiUrl } = await startScriptedService(t, (_, response) =>
      response.end(JSON.stringify([record])),
    );
    const outcomes: string[] = [];
    let onPoll = (): void => undefined;
    const { poller, forms } = processOn(t, db(), apiUrl, {
      pauseMs: 10,
      onPoll(outcome) {
        outcomes.push(outcome);
        onPoll();
      },
    });
    const nextPoll = () => new Promise<void>((resolve) => (onPoll = resolve));

    await poller.keepPolling('p');
    await poller.start();
    while (outcomes.length < 3) await nextPoll();
    assert.deepEqual(outcomes.slice(0, 3), ['news', 'nothing', 'nothing']);

    const other = observationOf('p', recordOf('p', 'ELSEWHERE'), Date.now());
    assert.ok(other);
    await forms.observe({ ...other, updated_at: '2030-01-01T00:00:00' }, Date.now());
    let row = await forms.find('p', 'form-p');
    assert.equal(row?.precandidate_status, 'ELSEWHERE');
    while (row?.precandidate_status !== 'IN_REVIEW') {
      await nextPoll();
      row = await forms.find('p', 'form-p');
    }
    assert.equal(row.revision, 3);
  });
});
