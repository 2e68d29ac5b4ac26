import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createStores } from './stores.ts';
import type { Database } from '../src/db/database.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { openDatabase, openUnmigrated } from '../src/db/plugin.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { RECONCILIATION } from '../src/persons/person-store.ts';
import { relayQueue } from '../src/relay/delivery-store.ts';
import { POLLS } from '../src/status/poll-schedule.ts';
import { emptyDatabase } from './empty-database.ts';
import { POSTGRES } from './on-both-engines.ts';
import { startCommand } from './start-command.ts';
import { BACKEND_KEY, ORIGIN } from './start-pair.ts';

const postgres = POSTGRES;
const OPEN: [string, () => Promise<Database>][] = [['sqlite', async () => openSqlite(':memory:')]];
if (postgres !== undefined)
  OPEN.push(['postgres', async () => openPostgres(await emptyDatabase(postgres, 'upgrade'))]);

/** The tables of the first release, with a row in each. */
async function fillFirstRelease(db: Database): Promise<void> {
  await db.migrate(MIGRATIONS.slice(0, 1));
  for (const statement of [
    `insert into precandidates(person_id, form_id, revision, state, attempt, spent_keys,
       acknowledged, tries, touched_at) values ('p', 'f', 7, 'sent', 1, '[]', 1, 1, ${Date.now()})`,
    `insert into watches(person_id, next_at, step, until_at) values ('p', 1, 3, 9)`,
    `insert into deliveries(id, type, body, state, attempt, next_at, created_at)
       values ('evt_1', 'person.completed', '{}', 'pending', 2, 1, 1)`,
    `insert into gates(name, busy_until, failures) values ('upstream', 4, 2)`,
    `insert into prefills(session_id, sealed, expires_at) values ('s', 'sealed', 9)`,
    `insert into persons(person_id, country_code, created_at) values ('p', 'PE', 1)`,
  ])
    await db.query(statement);
}

for (const [engine, open] of OPEN)
  test(`${engine}: upgrades a database of the first release in place and continues its work`, async (t) => {
    const db = await open();
    t.after(() => db.close());
    await fillFirstRelease(db);
    // Two new processes start together on the old database.
    await Promise.all([db.migrate(MIGRATIONS), db.migrate(MIGRATIONS)]);
    const stores = createStores(db);
    const form = await stores.forms.find('p', 'f');
    assert.deepEqual([form?.revision, form?.state, form?.requested_at], [7, 'sent', 0]);
    const claim = async (queue: string) =>
      (await stores.jobs.claim(queue, { now: 2, leaseMs: 1, limit: 9 })).map(
        ({ key, runs }) => `${key} ${runs}`,
      );
    assert.deepEqual(await claim(POLLS), ['p 3']);
    assert.deepEqual(await claim(relayQueue('default')), ['evt_1 2']);
    assert.equal((await stores.deliveries.loadPending(['evt_1'])).get('evt_1')?.sends, 2);
    const budgets = await db.query<{ busy_until: number; failures: number }>(
      `select busy_until, failures from request_budgets where name = 'service'`,
    );
    assert.deepEqual(
      budgets.map(({ busy_until, failures }) => [busy_until, failures]),
      [[4_000, 2]],
    );
    assert.equal(await stores.prefills.find('s'), 'sealed');
    assert.equal(await stores.persons.countryOf('p'), 'PE');
    assert.deepEqual(await claim(RECONCILIATION), [], 'it is not polled');
    await stores.removeJob(relayQueue('default'), 'evt_1');
    assert.equal(await stores.deliveries.giveUp(1, 9), 0);
    assert.equal(await stores.deliveries.giveUp(2, 9), 1, 'pending since it was created');
  });

/** The last migration of 0.2. */
const LAST_OF_0_2 = 13;

for (const [engine, open] of OPEN)
  test(`${engine}: keeps the rows of a 0.2 database under the new names`, async (t) => {
    const db = await open();
    t.after(() => db.close());
    await db.migrate(MIGRATIONS.slice(0, LAST_OF_0_2));
    for (const statement of [
      `insert into precandidates(person_id, form_id, revision, state, attempt, spent_keys, acknowledged,
         tries, touched_at, looked_at) values ('p', 'f', 1, 'open', 1, '["k"]', 0, 0, 5, 6)`,
      `insert into watches(person_id, step, until_at, shown_until) values ('p', 0, 9, 8)`,
      `insert into deliveries(id, endpoint, type, body, state, attempt, created_at, owed_at) values
         ('new', 'default', 'person.completed', '{}', 'pending', 0, 1, null),
         ('replayed', 'default', 'person.completed', '{}', 'pending', 2, 1, 7)`,
      `insert into relay_endpoints(name, disabled_at) values ('default', 1)`,
      `insert into gates(name, busy_until, failures) values ('upstream', 1, 1), ('service', 2, 3)`,
      `insert into persons(person_id, country_code, created_at, told) values
         ('p', 'PE', 1, 'the digest'), ('q', 'PE', 1, '{"digest":"other","members":["id"]}'),
         ('r', 'PE', 1, null)`,
      `insert into jobs(queue, key, due_at, attempt) values ('${POLLS}', 'p', 1, 3)`,
    ])
      await db.query(statement);
    await db.migrate(MIGRATIONS);
    const { forms, deliveries, persons, schedule, jobs } = createStores(db);
    const form = await forms.find('p', 'f');
    assert.deepEqual([form?.rejected_keys, form?.requested_at], ['["k"]', 6]);
    assert.deepEqual((await schedule.load(['p'])).get('p')?.open_until, 8);
    const pending = await deliveries.loadPending(['new', 'replayed']);
    assert.deepEqual(
      [...pending.values()]
        .map(({ id, sends, pending_since }) => [id, sends, pending_since])
        .sort(),
      [
        ['new', 0, 1],
        ['replayed', 2, 7],
      ],
    );
    assert.deepEqual(await deliveries.disabledEndpoints(), ['default']);
    assert.deepEqual(await persons.relayedCompletion('p'), { digest: 'the digest', members: [] });
    assert.deepEqual(await persons.relayedCompletion('q'), { digest: 'other', members: ['id'] });
    assert.equal(await persons.relayedCompletion('r'), undefined);
    const [budget] = await db.query<object>('select * from request_budgets');
    assert.deepEqual({ ...budget }, { name: 'service', busy_until: 2, failures: 3 });
    const [job] = await jobs.claim(POLLS, { now: 2, leaseMs: 1, limit: 1 });
    assert.deepEqual([job?.key, job?.runs], ['p', 3]);
  });

/** Two processes started at once, by their outcomes: how many serve, and what the others say. */
async function startTwo(t: TestContext, where: Record<string, string>) {
  const commands = [1, 2].map(() =>
    startCommand({
      UPSTREAM_URL: 'http://127.0.0.1:9/v3',
      UPSTREAM_API_KEY: 'the-api-key',
      BACKEND_KEYS: BACKEND_KEY,
      SESSION_SECRETS: 'session-secret-0123456789-0123456789',
      ALLOWED_ORIGINS: ORIGIN,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...where,
    }),
  );
  const outcomes = await Promise.allSettled(commands.map(({ ready }) => ready));
  t.after(() => commands.forEach(({ child }) => child.kill('SIGKILL')));
  for (const { child } of commands) child.kill('SIGTERM');
  await Promise.all(commands.map(({ ended }) => ended));
  return {
    serving: outcomes.filter(({ status }) => status === 'fulfilled').length,
    said: outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
  };
}

test('migrations are numbered from 1, without a gap', () => {
  assert.deepEqual(
    MIGRATIONS.map(({ number }) => number),
    MIGRATIONS.map((_, index) => index + 1),
  );
});

async function assertUpgraded(db: Database): Promise<void> {
  const rows = await db.query<{ number: number }>('select number from migrations order by number');
  assert.deepEqual(
    rows.map(({ number }) => number),
    MIGRATIONS.map(({ number }) => number),
  );
  assert.equal((await createStores(db).forms.find('p', 'f'))?.revision, 7);
}

test('sqlite: one of two processes that start together upgrades and serves, the other reports why it cannot', async (t) => {
  const data_dir = await mkdtemp(join(tmpdir(), 'proxy-upgrade-'));
  t.after(() => rm(data_dir, { recursive: true }));
  const old = await openUnmigrated({ DATA_DIR: data_dir });
  await fillFirstRelease(old);
  await old.close();
  const { serving, said } = await startTwo(t, { DATA_DIR: data_dir });
  assert.deepEqual({ serving, refused: said.length }, { serving: 1, refused: 1 }, said.join());
  assert.doesNotMatch(said.join(), /^\s+at /m);
  const db = await openDatabase({ DATA_DIR: data_dir });
  await assertUpgraded(db);
  await db.close();
});

test(
  'postgres: two processes that start at once on an old database both serve',
  { skip: postgres === undefined },
  async (t) => {
    const DATABASE_URL = await emptyDatabase(postgres ?? '', 'starters');
    const db = await openUnmigrated({ DATABASE_URL, DATA_DIR: '' });
    t.after(() => db.close());
    await fillFirstRelease(db);
    assert.deepEqual(await startTwo(t, { DATABASE_URL }), { serving: 2, said: [] });
    await assertUpgraded(db);
  },
);
