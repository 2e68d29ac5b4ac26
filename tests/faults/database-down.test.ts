import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS, type Precandidate, type RelayEvent } from 'precandidate-contract';
import { startPostgres, type TestPostgres } from '../stage/postgres.ts';
import { ORIGIN, assertProblem, requestProxy } from '../stage/service.ts';
import { WEBHOOK_SECRET, openRoom, type Candidate, type Room } from './fault-stage.ts';

async function untilReady(room: Room, status: number): Promise<void> {
  while ((await fetch(`${room.proxy}/readyz`)).status !== status) await pause(50);
}

const sendWebhook = (room: Room, webhook_request_id: string): Promise<Response> =>
  fetch(room.proxy + PATHS.personCompleted, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET },
    body: JSON.stringify({ webhook_request_id }),
  });

/** Every path that needs the database. */
function pathsOf(
  room: Room,
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
    'draft key': () => ana.browse(PATHS.draftKey(person_id, form_id)),
    stream: () =>
      ana.browse(PATHS.status(person_id, form_id), { headers: { accept: 'text/event-stream' } }),
    submission: () => ana.submit('one'),
    bootstrap: () =>
      requestProxy(room.proxy, PATHS.bootstrap, {
        origin: ORIGIN,
        headers: { 'content-type': 'text/plain' },
        body: bootstrap,
      }),
    'new precandidate': () => room.backend(PATHS.precandidates, creation),
    'new person': () => room.backend(PATHS.persons('pe'), { pipeline: { name: 'peru_basic' } }),
    'person status': () => room.backend(PATHS.personStatus('pe', person_id)),
    reports: () => room.backend(PATHS.reports('pe', person_id)),
    'new session': () => room.backend(PATHS.sessions, { person_id, form_id }),
    revocation: () => room.backend(PATHS.revokeSessions, { person_id, form_id }),
    deliveries: () => room.backend(PATHS.deliveries),
    replay: () => room.backend(PATHS.replay('evt_1'), {}),
    webhook: () => sendWebhook(room, 'while-down'),
    readiness: () => fetch(`${room.proxy}/readyz`),
  };
}

describe('Postgres goes away under a running proxy', () => {
  let postgres: TestPostgres | undefined;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres?.stop());

  function onPostgres(name: string, run: (room: Room, own: TestPostgres) => Promise<void>): void {
    test(name, async (t) => {
      if (postgres === undefined) return t.skip('there is no Postgres here');
      // They share one database, so they run one after the other.
      const env = { DATABASE_URL: postgres.url, POLL_MIN_SECONDS: '1', POLL_MAX_SECONDS: '2' };
      await run(await openRoom(t, { env }), postgres);
    });
  }

  onPostgres('nothing is acknowledged, and all goes on without a restart', async (room, own) => {
    const record = await room.precandidate();
    const ana = await room.candidate(record);
    await ana.snapshot(({ state }) => state === 'open');
    const told = ana.snapshot(({ state }) => state === 'submitted');
    room.receiver.refuse({ status: 500 });
    assert.equal((await sendWebhook(room, 'owed')).status, 200);
    const { id } = await room.receiver.refused();
    await owedAgain(room);

    await own.down();
    for (const [name, ask] of Object.entries(pathsOf(room, record, ana)))
      await assertProblem(await ask(), 'database-unavailable').catch((error: Error) =>
        assert.fail(`${name}: ${error.message}`),
      );
    assert.equal(
      (await fetch(`${room.proxy}/healthz`)).status,
      200,
      'it is no reason to be killed',
    );
    const metrics = await (await fetch(`${room.proxy}/metrics`)).text();
    assert.match(metrics, /^precandidate_database_up 0$/m);
    assert.equal((await room.kept(record.precandidate_id)).form_posts, 0);
    assert.equal(room.receiver.attempts.length, 1);

    await own.up();
    await untilReady(room, 200);
    assert.ok((await ana.submit('one')).ok);
    assert.equal((await told).by, 'form', 'on the stream that was open all the time');
    assert.equal((await room.kept(record.precandidate_id)).form_posts, 1);
    assert.equal((await sendWebhook(room, 'while-down')).status, 200);
    await room.receiver.taken(isCompletion('while-down'));
    assert.equal((await room.receiver.taken(isCompletion('owed'))).id, id);
  });

  onPostgres(
    'what the service created meanwhile is told, not lost with our database',
    async (room, own) => {
      await room.fault({
        kind: 'delay',
        delay_ms: 1_500,
        when: 'after',
        times: 2,
        match: { method: 'POST' },
      });
      const creation = { country_code: 'PE', pipeline_name: 'peru_basic' };
      const created = [
        room.backend(PATHS.precandidates, creation),
        room.backend(PATHS.persons('pe'), { pipeline: { name: 'peru_basic' } }),
      ];
      while (
        (await room.asked('POST /v3/precandidate')) +
          (await room.asked('POST /v3/:country_code/persons')) <
        2
      )
        await pause(10);
      await own.down();
      const answers = await Promise.all(created);
      await own.up();
      await untilReady(room, 200);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201],
      );
    },
  );

  onPostgres(
    'one that keeps its connections and answers nothing is told too',
    async (room, own) => {
      await untilReady(room, 200);
      await own.freeze();
      try {
        // Requests within a second share one check of the database.
        await untilReady(room, 503);
        const answers = await Promise.all([
          fetch(`${room.proxy}/readyz`),
          sendWebhook(room, 'frozen'),
          room.backend(PATHS.deliveries),
        ]);
        for (const answer of answers) await assertProblem(answer, 'database-unavailable');
      } finally {
        await own.thaw();
      }
      await untilReady(room, 200);
      // It may be stored without a response: the service sends it again, and it is one event.
      assert.equal((await sendWebhook(room, 'frozen')).status, 200);
      await room.receiver.taken(isCompletion('frozen'));
      const events = room.receiver.attempts.filter(({ event }) => isCompletion('frozen')(event));
      assert.equal(new Set(events.map(({ id }) => id)).size, 1);
    },
  );
});

const isCompletion = (webhook_request_id: string) => (event: RelayEvent) =>
  event.type === 'person.completed' && event.data.webhook_request_id === webhook_request_id;

/** The rejection is stored, so the next attempt depends only on the database. */
async function owedAgain(room: Room): Promise<void> {
  for (;;) {
    const answer = await room.backend(PATHS.deliveries);
    const { deliveries } = (await answer.json()) as { deliveries: { last_outcome: string }[] };
    if (deliveries.some(({ last_outcome }) => last_outcome === '500')) return;
    await pause(20);
  }
}
