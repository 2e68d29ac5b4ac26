import assert from 'node:assert/strict';
import { promises } from 'node:fs';
import { chmod, copyFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { readSettings, settingsWarnings } from '../src/config/settings.ts';
import { GroupCommit } from '../src/db/group-commit.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { openDatabase } from '../src/db/plugin.ts';
import { startPair } from 'precandidate-testing/pair.ts';
import { envOf, runProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { assertProblem, proxySettings } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import { sql } from '../src/db/sql-template.ts';

/** `synchronous` as SQLite numbers it. */
const FULL = 2;

test('sqlite: a commit is on the disk when it resolves (WAL, synchronous=FULL, one process)', async (t) => {
  const db = await openDatabase({ DATA_DIR: await newFolder(t) });
  t.after(() => db.close());
  const pragma = async (name: string) =>
    (await db.query<Record<string, unknown>>(`pragma ${name}`))[0]?.[name];
  assert.equal(await pragma('journal_mode'), 'wal');
  assert.equal(await pragma('synchronous'), FULL);
  assert.equal(await pragma('locking_mode'), 'exclusive');
});

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('sqlite: only this user may read the folder and its files, also after another mode was set', async (t) => {
  const folder = join(await newFolder(t), 'data');
  for (const mode of [0o755, 0o777]) {
    const db = await openDatabase({ DATA_DIR: folder });
    assert.equal(await modeOf(folder), '700');
    for (const name of ['precandidate.db', 'precandidate.db-wal'])
      assert.equal(await modeOf(join(folder, name)), '600');
    await db.close();
    await chmod(folder, mode);
  }
});

test('sqlite: a folder with other files keeps its mode; a warning says when others may write to it', async (t) => {
  const folder = await newFolder(t);
  await writeFile(join(folder, 'notes.txt'), '');
  const warnings = () => settingsWarnings({ ...SETTINGS, DATA_DIR: folder }, {});
  for (const [mode, warned] of [
    [0o755, []],
    [0o775, [/DATA_DIR: other users can replace/]],
  ] as const) {
    await chmod(folder, mode);
    const db = await openDatabase({ DATA_DIR: folder });
    assert.equal(await modeOf(folder), mode.toString(8));
    assert.equal(await modeOf(join(folder, 'precandidate.db')), '600');
    await db.close();
    assert.equal(warnings().length, warned.length);
    for (const pattern of warned) assert.match(warnings().join(), pattern);
  }
});

const SETTINGS = readSettings(proxySettings({ apiUrl: 'http://127.0.0.1:1/v3' }));

const ROW = { lossy: 1, durable: 2, wrong: 3 };

/** A table whose commits are counted, and what another connection sees of it. */
async function startGroup(t: TestContext) {
  const file = join(await newFolder(t), 'group.db');
  const connection = new DatabaseSync(file);
  const reader = new DatabaseSync(file);
  t.after(() => [connection, reader].forEach((one) => one.close()));
  connection.exec('pragma journal_mode=wal; create table t(id integer primary key)');
  let commits = 0;
  const group = new GroupCommit(connection, {
    isImmediate: false,
    assertWritable: () => undefined,
    beforeCommit: () => void (commits += 1),
  });
  const insert = (id: number) => () => connection.exec(`insert into t(id) values (${id})`);
  return {
    group,
    commits: () => commits,
    write: (id: number, isDurable = true) => group.run(insert(id), { isDurable }),
    stored: () =>
      reader
        .prepare('select id from t order by id')
        .all()
        .map(({ id }) => id),
  };
}

test('sqlite: writes of the same moment share one commit, and resolve after it', async (t) => {
  const { write, commits, stored } = await startGroup(t);
  const writes = Promise.all([1, 2, 3].map((id) => write(id)));
  assert.deepEqual(stored(), []);
  await writes;
  assert.deepEqual([commits(), stored()], [1, [1, 2, 3]]);
});

test('sqlite: writes of megabytes are committed one by one, small ones together', async (t) => {
  const exec = t.mock.method(DatabaseSync.prototype, 'exec');
  const db = await openDatabase({ DATA_DIR: await newFolder(t) });
  t.after(() => db.close());
  await db.query('create table bodies(body blob)');
  const commitsOf = async (bytes: number) => {
    const before = exec.mock.callCount();
    const insert = { sql: 'insert into bodies values ($1)', params: [Buffer.alloc(bytes)] };
    await Promise.all([1, 2, 3, 4].map(() => db.batch([insert])));
    const calls = exec.mock.calls.slice(before);
    return calls.filter(({ arguments: [text] }) => text === 'commit').length;
  };
  assert.equal(await commitsOf(1_000), 1);
  assert.equal(await commitsOf(2_000_000), 4);
});

test('sqlite: other work runs between a commit of megabytes and the next write', async (t) => {
  const db = await openDatabase({ DATA_DIR: await newFolder(t) });
  t.after(() => db.close());
  await db.query('create table bodies(body blob)');
  const order: string[] = [];
  const { exec } = DatabaseSync.prototype;
  const { all } = StatementSync.prototype;
  t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, text: string) {
    order.push(text);
    exec.call(this, text);
  });
  t.mock.method(
    StatementSync.prototype,
    'all',
    function (this: StatementSync, ...given: unknown[]) {
      order.push('statement');
      return Reflect.apply(all, this, given) as ReturnType<typeof all>;
    },
  );
  let isOver = false;
  const turn = () => {
    order.push('turn');
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const params = [Buffer.alloc(2_000_000)];
  const insert = { sql: 'insert into bodies values ($1)', params };
  await Promise.all([1, 2, 3].map(() => db.batch([insert])));
  isOver = true;
  const afterCommits = order.flatMap((what, index) =>
    what === 'commit' ? [order[index + 1]] : [],
  );
  assert.deepEqual(afterCommits, ['turn', 'turn', 'turn']);
});

test('sqlite: a lossy write is part of the next commit', async (t) => {
  const { write, commits, stored } = await startGroup(t);
  await write(ROW.lossy, false);
  assert.deepEqual(stored(), []);
  await write(ROW.durable);
  assert.deepEqual([commits(), stored()], [1, [ROW.lossy, ROW.durable]]);
});

test('sqlite: a write that fails takes back its own changes only', async (t) => {
  const { group, write, stored } = await startGroup(t);
  const before = write(ROW.durable);
  const failing = group.run(
    () => {
      void write(ROW.wrong, false);
      throw new Error('of the write');
    },
    { isDurable: true },
  );
  await assert.rejects(failing, /of the write/);
  await before;
  assert.deepEqual(stored(), [ROW.durable]);
});

test('sqlite: when the commit fails, every write that waits for it rejects', async (t) => {
  const file = join(await newFolder(t), 'failing.db');
  const connection = new DatabaseSync(file);
  t.after(() => connection.close());
  connection.exec('create table t(id integer primary key)');
  let isBroken = true;
  const group = new GroupCommit(connection, {
    isImmediate: false,
    assertWritable: () => undefined,
    beforeCommit() {
      if (isBroken) throw new Error('of the disk');
    },
  });
  const write = (id: number) =>
    group.run(() => connection.exec(`insert into t(id) values (${id})`), { isDurable: true });
  const outcomes = await Promise.allSettled([write(1), write(2)]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  isBroken = false;
  await write(1);
});

/** What happens to the files of a database that is in use, by the name of the case. */
const ENDS: Readonly<Record<string, (file: string) => Promise<void>>> = {
  removed: (file) => rm(file),
  'replaced, log removed': async (file) => {
    await rm(`${file}-wal`);
    // A copy over a file keeps its identity.
    await copyFile(file, `${file}.other`);
    await copyFile(`${file}.other`, file);
  },
  'replaced by another file': async (file) => {
    await copyFile(file, `${file}.other`);
    await rename(`${file}.other`, file);
  },
};
const REMOVED = /^the database file was removed or replaced while the proxy runs: stop the proxy/;

for (const [how, end] of Object.entries(ENDS))
  test(`sqlite: acknowledges nothing once its file is ${how}, and says why`, async (t) => {
    const DATA_DIR = await newFolder(t);
    const pair = await startPair(t, { env: { DATA_DIR } });
    const webhook = (id: string) => pair.webhook({ webhook_request_id: id, id: 'p' });
    assert.equal((await webhook('before')).status, 200);
    await end(join(DATA_DIR, 'precandidate.db'));
    const { detail } = await assertProblem(await webhook('after'), 'database-unavailable');
    // What candidates get names no cause.
    assert.equal(detail, undefined);
    const ready = await until(async () => {
      const answer = await fetch(`${pair.url}/readyz`);
      // A check of the database is kept for a second.
      return !answer.ok && answer;
    });
    assert.match((await assertProblem(ready, 'database-unavailable')).detail ?? '', REMOVED);
    const { code, output } = await runProxyCommand(envOf(pair), 'check');
    assert.equal(code, 1);
    assert.match(output, /^✖ +running +the database file was removed or replaced/m);
  });

test('sqlite: a removed file is told to the log once, and to writes that do not wait for the commit', async (t) => {
  const file = join(await newFolder(t), 'removed.db');
  const warnings: string[] = [];
  const db = openSqlite(file, (message) => warnings.push(message));
  t.after(() => db.close());
  await db.migrate();
  await rm(file);
  for (const write of [db.query, db.queryLossy])
    await assert.rejects(write('update clock set latest = 1'), { code: REMOVED });
  assert.equal(warnings.length, 1);
  assert.match(warnings.join(), REMOVED);
});

test('sqlite: acknowledges nothing in a transaction that was opened before its file is removed', async (t) => {
  const file = join(await newFolder(t), 'removed.db');
  const db = openSqlite(file);
  t.after(() => db.close());
  await db.migrate();
  await db.queryLossy('update clock set latest = 1');
  await rm(file);
  await assert.rejects(db.query('update clock set latest = 2'), { code: REMOVED });
});

test('sqlite: a disk that is almost full does not count as writable, though a small write may still fit', async (t) => {
  const db = await openDatabase({ DATA_DIR: await newFolder(t) });
  t.after(() => db.close());
  t.mock.method(promises, 'statfs', async () => ({ bavail: 10, bsize: 4_096 }));
  syncBuiltinESMExports();
  await assert.rejects(db.ping(), { problemName: 'database-unavailable', code: 'disk is full' });
  t.mock.restoreAll();
  syncBuiltinESMExports();
  await db.ping();
});

test('sqlite: reports a full disk as database-unavailable until there is space again', async (t) => {
  const db = openSqlite(join(await newFolder(t), 'full.db'));
  t.after(() => db.close());
  await db.migrate();
  const [size] = await db.query<{ page_count: number }>('pragma page_count');
  await db.query(`pragma max_page_count = ${size?.page_count}`);
  const put = () =>
    db.query(
      sql`insert into schemas(hash, schema, fetched_at) values ('h', ${'x'.repeat(100_000)}, 1)`,
    );
  await assert.rejects(put(), { problemName: 'database-unavailable' });
  await db.query('pragma max_page_count = 1000000');
  await put();
});
