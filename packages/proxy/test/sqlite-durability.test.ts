import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../src/db/plugin.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';

/** `synchronous` as SQLite numbers it. */
const FULL = 2;

test('sqlite: flushes a write before it resolves (WAL, synchronous=FULL, one process)', async (t) => {
  const data_dir = await mkdtemp(join(tmpdir(), 'proxy-sqlite-'));
  const db = await openDatabase({ DATA_DIR: data_dir });
  t.after(async () => {
    await db.close();
    await rm(data_dir, { recursive: true });
  });
  const pragma = async (name: string) =>
    (await db.query<Record<string, unknown>>(`pragma ${name}`))[0]?.[name];
  assert.equal(await pragma('journal_mode'), 'wal');
  assert.equal(await pragma('synchronous'), FULL);
  assert.equal(await pragma('locking_mode'), 'exclusive');
  await db.queryLossy('update request_budgets set failures = 0');
  await db.query("update request_budgets set failures = 1 where name = 'none'");
  assert.equal(await pragma('synchronous'), FULL, 'after a lossy write, the next one is durable');
});

test('sqlite: reports a full disk as database-unavailable until there is space again', async (t) => {
  const db = openSqlite(':memory:');
  t.after(() => db.close());
  await db.migrate();
  const [size] = await db.query<{ page_count: number }>('pragma page_count');
  await db.query(`pragma max_page_count = ${size?.page_count}`);
  const put = () =>
    db.query(`insert into city_lists(country_code, cities) values ('PE', $1)`, 'x'.repeat(100_000));
  await assert.rejects(put(), { problemName: 'database-unavailable' });
  await db.query('pragma max_page_count = 1000000');
  await put();
});
