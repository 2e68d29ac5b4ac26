import assert from 'node:assert/strict';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startPair } from 'precandidate-testing/pair.ts';
import { envOf, runProxyCommand as run } from 'precandidate-testing/proxy-process.ts';
import { newFolder, serve } from 'precandidate-testing/resources.ts';
import { openDatabase } from '../src/db/plugin.ts';
import { emptyDatabase, POSTGRES } from './on-both-engines.ts';
import { sql } from '../src/db/sql-template.ts';

test('a backup of a running proxy has all that was acknowledged, and restores', async (t) => {
  const folder = await newFolder(t);
  const data = join(folder, 'data');
  const pair = await startPair(t, { env: { DATA_DIR: data } });
  const ana = await pair.candidate();
  await pair.webhook({ webhook_request_id: 'w-before', id: 'person-1', status: 'PASSED' });
  const file = join(folder, 'copy.db');
  const { code, output } = await run(envOf(pair), 'backup', file);
  assert.equal(code, 0, output);
  const { size, mode } = await stat(file);
  assert.equal(output, `${file}  ${size} bytes`);
  assert.equal(mode & 0o777, 0o600);
  assert.deepEqual(
    (await readdir(data)).filter((name) => name.includes('backup')),
    [],
  );

  const again = await run(envOf(pair), 'backup', file);
  assert.deepEqual([again.code, again.output], [1, `${file} exists already`]);

  await pair.webhook({ webhook_request_id: 'w-after', id: 'person-2', status: 'PASSED' });
  const restored = join(folder, 'restored');
  await mkdir(restored);
  await rename(file, join(restored, 'precandidate.db'));
  await pair.restart({ DATA_DIR: restored });
  const persons = (await pair.backend('/deliveries').then((response) => response.json())) as {
    deliveries: { person_id: string }[];
  };
  assert.deepEqual(
    persons.deliveries.map(({ person_id }) => person_id),
    ['person-1'],
  );
  assert.equal((await ana.browse('schema')).status, 200);
});

test('what an interrupted backup left behind is removed at the next start', async (t) => {
  const DATA_DIR = await newFolder(t);
  for (const ending of ['backup', 'backup-journal'])
    await writeFile(join(DATA_DIR, `precandidate.db-${ending}`), 'copied');
  const db = await openDatabase({ DATA_DIR });
  t.after(() => db.close());
  const left = (await readdir(DATA_DIR)).filter((name) => name.includes('backup'));
  assert.deepEqual(left, []);
});

test('a backup is whole while others write, and their writes are not lost', async (t) => {
  const folder = await newFolder(t);
  const db = await openDatabase({ DATA_DIR: folder });
  t.after(() => db.close());
  await db.query('create table numbers(number integer primary key, text text)');
  const put = (number: number) =>
    db.query(sql`insert into numbers values (${number}, ${'x'.repeat(20_000)})`);
  const first = Array.from({ length: 500 }, (_, number) => number);
  await Promise.all(first.map(put));
  void db.queryLossy('insert into numbers values (-1, null)');
  const copying = db.backup?.() ?? assert.fail();
  const later = Promise.all(first.map((number) => put(number + 500)));
  const second = db.backup?.() ?? assert.fail();
  const handles = await Promise.all([copying, second]);
  await later;
  assert.equal((await db.query('select number from numbers')).length, 1_001);
  for (const handle of handles) {
    const file = join(folder, 'copy.db');
    await writeFile(file, await handle.readFile());
    await handle.close();
    const copy = new DatabaseSync(file);
    t.after(() => copy.close());
    assert.deepEqual(
      { ...copy.prepare('pragma integrity_check').get() },
      { integrity_check: 'ok' },
    );
    const count = Number(copy.prepare('select count(*) as count from numbers').get()?.['count']);
    assert.ok(count >= 501, String(count));
    await rename(file, join(folder, `copy-${count}.db`));
  }
});

test('a backup that is cut short, or that cannot be written, leaves no file', async (t) => {
  const pair = await startPair(t);
  const folder = await newFolder(t);
  const file = join(folder, 'copy.db');
  const cut = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-length': 100, 'content-type': 'application/vnd.sqlite3' });
    response.write('SQLite', () => response.destroy());
  });
  const broken = await run(envOf(pair), 'backup', file, '--url', cut);
  const expected = 'The backup was cut short; nothing is kept of it';
  assert.deepEqual([broken.code, broken.output], [1, expected]);
  const memory = await run(envOf(pair), 'backup', file);
  assert.match(memory.output, /^The proxy responded 404: /);
  const other = await run(envOf(pair), 'backup', file, '--url', pair.receiver.url);
  assert.match(other.output, /but not as the proxy; set --url$/);
  assert.deepEqual(await readdir(folder), []);
  const nowhere = await run(envOf(pair), 'backup', join(folder, 'none', 'copy.db'));
  assert.match(nowhere.output, /copy\.db cannot be created: ENOENT$/);
  assert.equal((await run(envOf(pair), 'backup')).output, 'Use backup <file>');
});

if (POSTGRES !== undefined)
  test('with Postgres, backup names its own tool', async (t) => {
    const pair = await startPair(t);
    const DATABASE_URL = await emptyDatabase();
    const { code, output } = await run({ ...envOf(pair), DATABASE_URL }, 'backup', 'x.db');
    assert.deepEqual([code, output], [1, 'The database is a Postgres: use pg_dump']);
  });
