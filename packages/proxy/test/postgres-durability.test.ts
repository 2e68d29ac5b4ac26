import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../src/db/open-postgres.ts';
import { isUnavailable } from '../src/db/postgres-connection.ts';
import { openListener } from '../src/db/postgres-listener.ts';
import { databaseBehindNetwork, emptyDatabase, POSTGRES } from './on-both-engines.ts';
import { sql } from '../src/db/sql-template.ts';

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('reported by the server', 0, 'error'), { code });
}

test('distinguishes errors of the server from errors of a statement', () => {
  const unavailable = '08006 08P01 25006 25P03 28P01 3D000 40P01 53100 55P03 57014 57P01 58030';
  for (const code of unavailable.split(' ')) assert.ok(isUnavailable(databaseError(code)), code);
  for (const code of ['23505', '42601', '42P01', '22P02'])
    assert.ok(!isUnavailable(databaseError(code)), code);
  for (const code of ['EPIPE', 'ECONNRESET', 'ENOENT', 'CERT_HAS_EXPIRED'])
    assert.ok(isUnavailable(Object.assign(new Error('of the socket'), { code })), code);
  for (const message of ['Connection terminated unexpectedly', 'Query read timeout'])
    assert.ok(isUnavailable(new Error(message)), message);
  assert.ok(!isUnavailable(new TypeError('a fault of ours')));
});

test('reports an absent server as database-unavailable, also for migrations', async () => {
  for (const url of ['postgresql://x@127.0.0.1:1/x', 'postgresql://x@localhost/x?host=/nowhere']) {
    const db = openPostgres(url);
    await assert.rejects(db.migrate([]), { problemName: 'database-unavailable' });
    await assert.rejects(db.ping(), { problemName: 'database-unavailable' });
    await db.close();
  }
});

if (POSTGRES !== undefined) {
  for (const [given, expected] of [
    ['off', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ])
    test(`synchronous_commit = ${given} of the database: commits use ${expected}`, async (t) => {
      const db = openPostgres(await emptyDatabase(`synchronous_commit = ${given}`));
      t.after(() => db.close());
      const shown = await Promise.all([1, 2, 3].map(() => db.query('show synchronous_commit')));
      for (const rows of shown) assert.deepEqual(rows, [{ synchronous_commit: expected }]);
    });

  for (const setting of [
    `default_transaction_isolation = 'serializable'`,
    `default_transaction_isolation = 'repeatable read'`,
    `lock_timeout = '1ms'`,
    `statement_timeout = '50ms'`,
    `idle_in_transaction_session_timeout = '5ms'`,
  ])
    test(`works in a database with ${setting}`, async (t) => {
      const db = openPostgres(await emptyDatabase(setting));
      t.after(() => db.close());
      await db.migrate();
      const many = Array.from({ length: 40 }, (_, index) => index);
      await Promise.all(
        many.map((index) =>
          index % 2 === 0
            ? db.query('update clock set latest = latest + 1')
            : db.batch([
                { sql: 'select latest, pg_sleep(0.06) from clock', params: [] },
                { sql: 'update clock set latest = latest + 1', params: [] },
              ]),
        ),
      );
      assert.deepEqual(await db.query('select latest from clock'), [{ latest: many.length }]);
    });

  test('gives migrations more time than other statements', async (t) => {
    const db = openPostgres(await emptyDatabase());
    t.after(() => db.close());
    await db.migrate([
      {
        number: 1,
        sql: `do $$ begin
          assert current_setting('statement_timeout') = '0';
          assert current_setting('lock_timeout') = '0';
        end $$`,
      },
    ]);
    const [daily] = await db.query<{ statement_timeout: string }>('show statement_timeout');
    assert.equal(daily?.statement_timeout, '10s');
  });

  test('a connection that breaks during a transaction rejects it and does not end the process', async (t) => {
    const { direct, network, url } = await databaseBehindNetwork(t);
    const db = openPostgres(url);
    t.after(() => db.close());
    const sleeping = db.batch([{ sql: 'select pg_sleep(60)', params: [] }]);
    await untilAsleep(direct);
    network.cut();
    network.restore();
    await assert.rejects(sleeping, { problemName: 'database-unavailable' });
    await db.query('select 1');
  });

  test('a listener whose connection went silent notices, and hears again', async (t) => {
    const { direct, network, url } = await databaseBehindNetwork(t);
    const db = openPostgres(direct);
    const listener = await openListener({
      url,
      notify: (channel, payload) => db.query(sql`select pg_notify(${channel}, ${payload})`),
      onNotificationsMissing: () => assert.fail(),
      pingEveryMs: 100,
    });
    t.after(async () => {
      await listener.close();
      await db.close();
    });
    const received = Promise.withResolvers<string>();
    const reconnected = Promise.withResolvers<void>();
    listener.add({ topic: 'forms', onPayload: received.resolve, onGap: reconnected.resolve });
    network.silence();
    await reconnected.promise;
    await db.notify('forms', 'news');
    assert.equal(await received.promise, 'news');
  });
}

async function untilAsleep(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const find = `select 1 from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`;
  while ((await client.query(find)).rowCount === 0) await client.query('select pg_sleep(0.01)');
  await client.end();
}
