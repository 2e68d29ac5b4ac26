import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { ORIGIN, startPair, type Candidate, type Pair } from 'precandidate-testing/pair.ts';
import { startPostgres, type TestPostgres } from 'precandidate-testing/postgres.ts';
import { serviceRecord } from 'precandidate-testing/sandbox-control.ts';
import { assertProblem, requestProxy } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';

const DATA = { document_id: '44556671', city_locode: 'PE LIM' };
const CREATION = { country_code: 'PE', pipeline_name: 'peru_basic' };
const PERSON = { pipeline: { name: 'peru_basic' } };

const isReady = (pair: Pair, status: number) =>
  until(async () => (await fetch(`${pair.url}/readyz`)).status === status);

/** Resolves when the event of this webhook was sent. */
const relayed = ({ receiver }: Pair, webhook_request_id: string) =>
  receiver.next(({ text }) => text.includes(`"${webhook_request_id}"`));

const postsOf = async ({ sandbox }: Pair, { form_id }: Candidate) =>
  (await serviceRecord(sandbox.url, form_id)).form_posts;

/** Every path that needs the database. */
function pathsOf(pair: Pair, ana: Candidate): Record<string, () => Promise<Response>> {
  const { person_id, form_id, token } = ana;
  const post = (path: string, body: unknown = {}) => pair.backend(path, { method: 'POST', body });
  return {
    schema: () => ana.browse('schema'),
    status: () => ana.browse('status'),
    record: () => requestProxy(pair.url, PATHS.precandidate(person_id), { token, origin: ORIGIN }),
    stream: () => ana.browse('status', { headers: { accept: 'text/event-stream' } }),
    submission: () => ana.submit(DATA, 'one'),
    bootstrap: () => pair.bootstrap({ session: token }),
    'new precandidate': () => post(PATHS.precandidates, CREATION),
    'new person': () => post(PATHS.persons('pe'), PERSON),
    'new session': () => post(PATHS.sessions, { person_id, form_id }),
    revocation: () => post(PATHS.revokeSessions, { person_id, form_id }),
    deliveries: () => pair.backend(PATHS.deliveries),
    replay: () => post(PATHS.replay('evt_1')),
    webhook: () => pair.webhook({ webhook_request_id: 'while-down' }),
    readiness: () => fetch(`${pair.url}/readyz`),
  };
}

describe('Postgres goes away under a running proxy', () => {
  let postgres: TestPostgres | undefined;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres?.stop());

  function onPostgres(name: string, run: (pair: Pair, own: TestPostgres) => Promise<void>): void {
    test(name, async (t) => {
      if (postgres === undefined) return t.skip('there is no Postgres here');
      // They share one database, so they run one after the other.
      const env = { DATABASE_URL: postgres.url, POLL_MAX_SECONDS: '2' };
      await run(await startPair(t, { env, deadlineMs: 120_000 }), postgres);
    });
  }

  onPostgres('acknowledges nothing while it is down, then continues', async (pair, own) => {
    const ana = await pair.candidate();
    await ana.follow(({ state }) => state === 'open');
    const submitted = ana.follow(({ state }) => state === 'submitted');
    // No second send before Postgres is down.
    pair.receiver.answer({ status: 500, headers: { 'retry-after': '30' } });
    assert.equal((await pair.webhook({ webhook_request_id: 'refused' })).status, 200);
    const first = await relayed(pair, 'refused');
    // The rejection is stored, so the next send depends only on the database.
    await until(async () =>
      (await pair.deliveries()).some(({ last_outcome }) => last_outcome === '500'),
    );

    await own.down();
    for (const [name, ask] of Object.entries(pathsOf(pair, ana)))
      await assertProblem(await ask(), 'database-unavailable').catch((error: Error) =>
        assert.fail(`${name}: ${error.message}`),
      );
    assert.equal((await fetch(`${pair.url}/healthz`)).status, 200, 'no reason to be killed');
    const metrics = await (await fetch(`${pair.url}/metrics`)).text();
    assert.match(metrics, /^precandidate_database_up 0$/m);
    assert.equal(await postsOf(pair, ana), 0);
    assert.equal(pair.receiver.received.length, 1);

    await own.up();
    await isReady(pair, 200);
    assert.ok((await ana.submit(DATA, 'one')).ok);
    assert.equal((await submitted).at(-1)?.by, 'form', 'on the stream that was open all the time');
    assert.equal(await postsOf(pair, ana), 1);
    assert.equal((await pair.webhook({ webhook_request_id: 'while-down' })).status, 200);
    await relayed(pair, 'while-down');
    const second = await pair.receiver.next(
      (one) => one !== first && one.text.includes('"refused"'),
    );
    assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
  });

  onPostgres('returns what the service created meanwhile', async (pair, own) => {
    const match = { method: 'POST' };
    await pair.fault({ kind: 'delay', delay_ms: 1_500, when: 'after', times: 2, match });
    const created = [
      pair.backend(PATHS.precandidates, { body: CREATION }),
      pair.backend(PATHS.persons('pe'), { body: PERSON }),
    ];
    await until(async () => (await pair.requestedPaths()).length === 2);
    await own.down();
    const answers = await Promise.all(created);
    await own.up();
    await isReady(pair, 200);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
  });

  const frozen = 'notices a Postgres that keeps its connections and responds to nothing';
  onPostgres(frozen, async (pair, own) => {
    await isReady(pair, 200);
    await own.freeze();
    try {
      // Requests within a second share one check of the database.
      await isReady(pair, 503);
      const answers = await Promise.all([
        fetch(`${pair.url}/readyz`),
        pair.webhook({ webhook_request_id: 'frozen' }),
        pair.backend(PATHS.deliveries),
      ]);
      for (const answer of answers) await assertProblem(answer, 'database-unavailable');
    } finally {
      await own.thaw();
    }
    await isReady(pair, 200);
    // It may be stored without a response: the service sends it again, and it is one event.
    assert.equal((await pair.webhook({ webhook_request_id: 'frozen' })).status, 200);
    await relayed(pair, 'frozen');
    const events = pair.receiver.received.filter(({ text }) => text.includes('"frozen"'));
    assert.equal(new Set(events.map(({ headers }) => headers['webhook-id'])).size, 1);
  });
});
