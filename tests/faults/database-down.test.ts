import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS, type Precandidate, type RelayEvent } from 'precandidate-contract';
import { startPostgres, type TestPostgres } from '../stage/postgres.ts';
import { ORIGIN, assertProblem, requestProxy } from '../stage/service.ts';
import { WEBHOOK_SECRET, openStage, type Candidate, type FaultStage } from './fault-stage.ts';

async function untilReady(stage: FaultStage, status: number): Promise<void> {
  while ((await fetch(`${stage.proxy}/readyz`)).status !== status) await pause(50);
}

const sendWebhook = (stage: FaultStage, webhook_request_id: string): Promise<Response> =>
  fetch(stage.proxy + PATHS.personCompleted, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET },
    body: JSON.stringify({ webhook_request_id }),
  });

/** Every path that needs the database. */
function pathsOf(
  stage: FaultStage,
  record: Precandidate,
  ana: Candidate,
): Record<string, () => Promise<Response>> {
  const { person_id, precandidate_id: form_id } = record;
  const creation = { country_code: 'PE', pipeline_name: 'peru_basic' };
  const bootstrap = JSON.stringify({ session: ana.token });
  return {
    schema: () => ana.browse(PATHS.schema(person_id, form_id)),
    status: () => ana.browse(PATHS.status(person_id, form_id)),
    record: () => ana.browse(PATHS.precandidate(person_id)),
    stream: () =>
      ana.browse(PATHS.status(person_id, form_id), { headers: { accept: 'text/event-stream' } }),
    submission: () => ana.submit('one'),
    bootstrap: () =>
      requestProxy(stage.proxy, PATHS.bootstrap, {
        origin: ORIGIN,
        headers: { 'content-type': 'text/plain' },
        body: bootstrap,
      }),
    'new precandidate': () => stage.backend(PATHS.precandidates, creation),
    'new person': () => stage.backend(PATHS.persons('pe'), { pipeline: { name: 'peru_basic' } }),
    'new session': () => stage.backend(PATHS.sessions, { person_id, form_id }),
    revocation: () => stage.backend(PATHS.revokeSessions, { person_id, form_id }),
    deliveries: () => stage.backend(PATHS.deliveries),
    replay: () => stage.backend(PATHS.replay('evt_1'), {}),
    webhook: () => sendWebhook(stage, 'while-down'),
    readiness: () => fetch(`${stage.proxy}/readyz`),
  };
}

describe('Postgres goes away under a running proxy', () => {
  let postgres: TestPostgres | undefined;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres?.stop());

  type Run = (stage: FaultStage, own: TestPostgres) => Promise<void>;
  function onPostgres(name: string, run: Run): void {
    test(name, async (t) => {
      if (postgres === undefined) return t.skip('there is no Postgres here');
      // They share one database, so they run one after the other.
      const env = { DATABASE_URL: postgres.url, POLL_MIN_SECONDS: '1', POLL_MAX_SECONDS: '2' };
      await run(await openStage(t, { env }), postgres);
    });
  }

  onPostgres('acknowledges nothing while it is down, then continues', async (stage, own) => {
    const record = await stage.precandidate();
    const ana = await stage.candidate(record);
    await ana.snapshot(({ state }) => state === 'open');
    const submitted = ana.snapshot(({ state }) => state === 'submitted');
    // No second attempt before Postgres is down.
    stage.receiver.refuse({ status: 500, headers: { 'retry-after': '30' } });
    assert.equal((await sendWebhook(stage, 'refused')).status, 200);
    const { id } = await stage.receiver.refused();
    await refusalStored(stage);

    await own.down();
    for (const [name, ask] of Object.entries(pathsOf(stage, record, ana)))
      await assertProblem(await ask(), 'database-unavailable').catch((error: Error) =>
        assert.fail(`${name}: ${error.message}`),
      );
    assert.equal(
      (await fetch(`${stage.proxy}/healthz`)).status,
      200,
      'it is no reason to be killed',
    );
    const metrics = await (await fetch(`${stage.proxy}/metrics`)).text();
    assert.match(metrics, /^precandidate_database_up 0$/m);
    assert.equal((await stage.record(record.precandidate_id)).form_posts, 0);
    assert.equal(stage.receiver.attempts.length, 1);

    await own.up();
    await untilReady(stage, 200);
    assert.ok((await ana.submit('one')).ok);
    assert.equal((await submitted).by, 'form', 'on the stream that was open all the time');
    assert.equal((await stage.record(record.precandidate_id)).form_posts, 1);
    assert.equal((await sendWebhook(stage, 'while-down')).status, 200);
    await stage.receiver.accepted(isCompletion('while-down'));
    assert.equal((await stage.receiver.accepted(isCompletion('refused'))).id, id);
  });

  onPostgres('returns what the service created meanwhile', async (stage, own) => {
    await stage.fault({
      kind: 'delay',
      delay_ms: 1_500,
      when: 'after',
      times: 2,
      match: { method: 'POST' },
    });
    const creation = { country_code: 'PE', pipeline_name: 'peru_basic' };
    const created = [
      stage.backend(PATHS.precandidates, creation),
      stage.backend(PATHS.persons('pe'), { pipeline: { name: 'peru_basic' } }),
    ];
    while (
      (await stage.requestCount('POST /v3/precandidate')) +
        (await stage.requestCount('POST /v3/:country_code/persons')) <
      2
    )
      await pause(10);
    await own.down();
    const answers = await Promise.all(created);
    await own.up();
    await untilReady(stage, 200);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
  });

  onPostgres(
    'notices a Postgres that keeps its connections and responds to nothing',
    async (stage, own) => {
      await untilReady(stage, 200);
      await own.freeze();
      try {
        // Requests within a second share one check of the database.
        await untilReady(stage, 503);
        const answers = await Promise.all([
          fetch(`${stage.proxy}/readyz`),
          sendWebhook(stage, 'frozen'),
          stage.backend(PATHS.deliveries),
        ]);
        for (const answer of answers) await assertProblem(answer, 'database-unavailable');
      } finally {
        await own.thaw();
      }
      await untilReady(stage, 200);
      // It may be stored without a response: the service sends it again, and it is one event.
      assert.equal((await sendWebhook(stage, 'frozen')).status, 200);
      await stage.receiver.accepted(isCompletion('frozen'));
      const events = stage.receiver.attempts.filter(({ event }) => isCompletion('frozen')(event));
      assert.equal(new Set(events.map(({ id }) => id)).size, 1);
    },
  );
});

const isCompletion = (webhook_request_id: string) => (event: RelayEvent) =>
  event.type === 'person.completed' && event.data.webhook_request_id === webhook_request_id;

/** The rejection is stored, so the next attempt depends only on the database. */
async function refusalStored(stage: FaultStage): Promise<void> {
  for (;;) {
    const answer = await stage.backend(PATHS.deliveries);
    const { deliveries } = (await answer.json()) as { deliveries: { last_outcome: string }[] };
    if (deliveries.some(({ last_outcome }) => last_outcome === '500')) return;
    await pause(20);
  }
}
