import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createCommitGroup } from '../src/db/commit-group.ts';
import type { Database } from '../src/db/database.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';

/** `synchronous` as SQLite numbers it. */
const FULL = 2;

test('sqlite: a commit is on the disk before it is told (WAL, synchronous=FULL, one process)', async (t) => {
  const data_dir = await mkdtemp(join(tmpdir(), 'proxy-sqlite-'));
  const db = await openDatabase({ data_dir });
  t.after(async () => {
    await db.close();
    await rm(data_dir, { recursive: true });
  });
  const pragma = async (name: string) =>
    (await db.query<Record<string, unknown>>(`pragma ${name}`))[0]?.[name];
  assert.equal(await pragma('journal_mode'), 'wal');
  assert.equal(await pragma('synchronous'), FULL);
  assert.equal(await pragma('locking_mode'), 'exclusive');
  await db.queryLossy('update gates set failures = 0');
  await db.query("update gates set failures = 1 where name = 'none'");
  assert.equal(await pragma('synchronous'), FULL, 'one that does not wait leaves nothing behind');
});

test('sqlite: a full disk is a problem of the database, and ends when there is room', async (t) => {
  const db = openSqlite(':memory:');
  t.after(() => db.close());
  await db.migrate(MIGRATIONS);
  const [size] = await db.query<{ page_count: number }>('pragma page_count');
  await db.query(`pragma max_page_count = ${size?.page_count}`);
  const put = () =>
    db.query(`insert into city_lists(country_code, cities) values ('PE', $1)`, 'x'.repeat(100_000));
  await assert.rejects(put(), { problemName: 'database-unavailable' });
  await db.query('pragma max_page_count = 1000000');
  await put();
});

test('sqlite: what comes together is committed together; what fails takes no other with it', async (t) => {
  const commits: string[] = [];
  const connection = new DatabaseSync(':memory:');
  t.after(() => connection.close());
  connection.exec('create table numbers(number bigint primary key)');
  const group = createCommitGroup(
    {
      exec(sql) {
        commits.push(sql);
        connection.exec(sql);
      },
      get isTransaction() {
        return connection.isTransaction;
      },
    },
    () => undefined,
  );
  const insert = connection.prepare('insert into numbers values (?)');
  const put = (number: number) => group.write(() => insert.run(number).changes);
  const kept = () => connection.prepare('select number from numbers order by 1').all();

  assert.deepEqual(await Promise.all([put(1), put(2), put(3)]), [1, 1, 1]);
  assert.deepEqual(commits.splice(0), ['begin immediate', 'commit']);

  const outcomes = await Promise.allSettled([put(4), put(1), put(5)]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(
    kept().map(({ number }) => number),
    [1, 2, 3, 4, 5],
  );
  assert.deepEqual(commits.splice(0), ['begin immediate', 'rollback']);

  assert.equal(await put(6), 1);
  assert.deepEqual(commits, [], 'one alone commits by itself');
});

test('sqlite: nothing is told before the commit, and a close keeps what waits', async (t) => {
  const data_dir = await mkdtemp(join(tmpdir(), 'proxy-sqlite-'));
  t.after(() => rm(data_dir, { recursive: true }));
  const put = (db: Database, name: string) =>
    db.query(`insert into city_lists(country_code, cities) values ($1, 'x')`, name);
  const db = await openDatabase({ data_dir });
  const told: string[] = [];
  const puts = ['AR', 'CL'].map((name) => put(db, name).then(() => told.push(name)));
  await Promise.resolve();
  assert.deepEqual(told, []);
  await db.close();
  await Promise.all(puts);
  const again = await openDatabase({ data_dir });
  t.after(() => again.close());
  const rows = await again.query<{ country_code: string }>(
    'select country_code from city_lists order by 1',
  );
  assert.deepEqual(
    rows.map(({ country_code }) => country_code),
    ['AR', 'CL'],
  );
});
