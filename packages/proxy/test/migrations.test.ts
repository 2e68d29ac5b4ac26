import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startProxy } from 'precandidate-proxy';
import { VERSION } from '../src/config/settings.ts';
import type { Database } from '../src/db/database.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { openDatabase, openUnmigrated } from '../src/db/plugin.ts';
import { emptyDatabase } from './empty-database.ts';
import { POSTGRES } from './on-both-engines.ts';
import { startCommand } from './start-command.ts';
import { BACKEND_KEY, ORIGIN } from './start-pair.ts';
import { createStores } from './stores.ts';

const SETTINGS = {
  UPSTREAM_URL: 'http://127.0.0.1:9/v3',
  UPSTREAM_API_KEY: 'the-api-key',
  BACKEND_KEYS: BACKEND_KEY,
  SESSION_SECRETS: 'session-secret-0123456789-0123456789',
  ALLOWED_ORIGINS: ORIGIN,
  PORT: '0',
  LOG_LEVEL: 'silent',
};

type Place = Record<string, string>;

/** Where each engine keeps an empty database. */
const ENGINES: [string, (t: TestContext, name: string) => Promise<Place>][] = [
  [
    'sqlite',
    async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'proxy-migrations-'));
      t.after(() => rm(folder, { recursive: true }));
      return { DATA_DIR: folder };
    },
  ],
];
if (POSTGRES !== undefined)
  ENGINES.push([
    'postgres',
    async (_, name) => ({ DATABASE_URL: await emptyDatabase(POSTGRES ?? '', name) }),
  ]);

const open = (place: Place): Promise<Database> =>
  openUnmigrated({ DATABASE_URL: place['DATABASE_URL'], DATA_DIR: place['DATA_DIR'] ?? '' });

test('migrations are numbered from 1, without a gap', () => {
  assert.deepEqual(
    MIGRATIONS.map(({ number }) => number),
    MIGRATIONS.map((_, index) => index + 1),
  );
});

/** The database of a process with one more migration, which calls itself version 9.0.0. */
async function upgradeBeyond(db: Database): Promise<void> {
  await db.query(
    `insert into migrations(number, version) values (${MIGRATIONS.length + 1}, '9.0.0')`,
  );
}

for (const [engine, place] of ENGINES) {
  test(`${engine}: a later migration adds to the rows of a stored 0.3.0 database`, async (t) => {
    const db = await open(await place(t, 'stored'));
    t.after(() => db.close());
    const stored = await readFile(new URL('database-0.3.0.sql', import.meta.url), 'utf8');
    await db.migrate(MIGRATIONS.slice(0, 1));
    for (const statement of stored.split(/;\n+/).filter(Boolean)) await db.query(statement);
    const later = {
      number: MIGRATIONS.length + 1,
      sql: `alter table forms add column note text not null default 'none'`,
    };
    // Two new processes start together on the old database.
    await Promise.all([db.migrate([...MIGRATIONS, later]), db.migrate([...MIGRATIONS, later])]);
    const rows = await db.query<{ version: string }>('select version from migrations');
    assert.deepEqual(
      rows.map(({ version }) => version),
      [...MIGRATIONS, later].map(() => VERSION),
    );
    const { forms, submissions, jobs } = createStores(db);
    const form = await forms.find('sent', 'form-sent');
    assert.deepEqual([form?.state, form?.attempt], ['sending', 1]);
    assert.ok(form && 'note' in form && form.note === 'none');
    assert.equal((await submissions.readBody(form))?.length, form.body_bytes);
    assert.equal(await jobs.count('submission'), 1);
  });

  test(`${engine}: a process that is older than the database does not start and names the version`, async (t) => {
    const where = await place(t, 'rollback');
    const db = await open(where);
    await db.migrate();
    await upgradeBeyond(db);
    await db.close();
    const { ready, ended } = startCommand({ ...SETTINGS, ...where });
    await assert.rejects(ready, /needs version 9\.0\.0 of the proxy/);
    await ended;
  });
}

for (const [engine, place] of ENGINES.slice(1))
  test(`${engine}: a running process is no longer ready after a newer one upgraded the database`, async (t) => {
    const where = await place(t, 'outdated');
    const proxy = await startProxy({ ...SETTINGS, ...where });
    t.after(() => proxy.close());
    const db = await open(where);
    t.after(() => db.close());
    await upgradeBeyond(db);
    const response = await fetch(`${proxy.url}/readyz`);
    assert.equal(response.status, 503);
    assert.match(await response.text(), /needs version 9\.0\.0/);
  });

/** Two processes started at once, by their outcomes: how many serve, and what the others say. */
async function startTwo(t: TestContext, where: Place) {
  const commands = [1, 2].map(() => startCommand({ ...SETTINGS, ...where }));
  const outcomes = await Promise.allSettled(commands.map(({ ready }) => ready));
  t.after(() => commands.forEach(({ child }) => child.kill('SIGKILL')));
  for (const { child } of commands) child.kill('SIGTERM');
  await Promise.all(commands.map(({ ended }) => ended));
  return {
    serving: outcomes.filter(({ status }) => status === 'fulfilled').length,
    said: outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
  };
}

for (const [engine, place] of ENGINES)
  test(`${engine}: of two processes that start together on an empty database, ${engine === 'sqlite' ? 'one serves and the other says why it cannot' : 'both serve'}`, async (t) => {
    const where = await place(t, 'starters');
    const { serving, said } = await startTwo(t, where);
    assert.equal(serving, engine === 'sqlite' ? 1 : 2, said.join());
    assert.doesNotMatch(said.join(), /^\s+at /m);
    const db = await openDatabase({
      DATABASE_URL: where['DATABASE_URL'],
      DATA_DIR: where['DATA_DIR'] ?? '',
    });
    t.after(() => db.close());
    assert.deepEqual((await db.query('select number from migrations')).length, MIGRATIONS.length);
  });
