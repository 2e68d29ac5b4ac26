import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { startProxy } from 'precandidate-proxy';
import type { Database } from '../src/db/database.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { openDatabase, openUnmigrated } from '../src/db/plugin.ts';
import { ENGINES } from './on-both-engines.ts';
import { recordOf } from './record-of.ts';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { serve } from 'precandidate-testing/resources.ts';
import { startReceiver } from 'precandidate-testing/receiver.ts';
import { proxySettings, RELAY_SECRET } from 'precandidate-testing/service.ts';

const SETTINGS = proxySettings({ apiUrl: 'http://127.0.0.1:9/v3' });

type Place = Record<string, string>;

const open = (place: Place): Database =>
  openUnmigrated({ DATABASE_URL: place['DATABASE_URL'], DATA_DIR: place['DATA_DIR'] ?? '' });

test('migrations are numbered from 1, without a gap', () => {
  assert.deepEqual(
    MIGRATIONS.map(({ number }) => number),
    MIGRATIONS.map((_, index) => index + 1),
  );
});

/** What `stored/write-database.ts` wrote with that version. */
const STORED = readFileSync(new URL('stored/database-0.3.0.sql', import.meta.url), 'utf8');

test('the first migration is the schema of 0.3.0: a change is a new migration', () => {
  const statements = (sql = '') =>
    sql
      .replace(/^--.*$/gm, '')
      .split(';')
      .map((one) => one.toLowerCase().replace(/\s+/g, ' ').trim())
      .filter((one) => one.startsWith('create '));
  assert.deepEqual(statements(STORED).toSorted(), statements(MIGRATIONS[0]?.sql).toSorted());
});

/** A service that confirms a form once it got its data. */
async function startService(t: TestContext) {
  const posted: string[] = [];
  const origin = await serve(t, (request, response) => {
    if (request.url?.startsWith('/form/')) {
      request.setEncoding('utf8').on('data', (text: string) => posted.push(text));
      request.once('end', () => response.end('{}'));
      return;
    }
    const status = posted.length > 0 ? 'SUBMITTED' : 'CREATED';
    const form_url = `http://${request.headers.host}/form/waiting`;
    request.resume();
    response.end(JSON.stringify([{ ...recordOf('waiting', status), form_url }]));
  });
  return { origin, posted };
}

/** The database of a process with one more migration, which calls itself version 9.0.0. */
async function upgradeBeyond(db: Database): Promise<void> {
  await db.query(
    `insert into migrations(number, version) values (${MIGRATIONS.length + 1}, '9.0.0')`,
  );
}

for (const [engine, place] of Object.entries(ENGINES)) {
  test(`${engine}: delivers what a stored 0.3.0 database holds, after later migrations`, async (t) => {
    const { origin, posted } = await startService(t);
    const receiver = await startReceiver();
    t.after(() => receiver.close());
    const where = await place(t);
    const db = open(where);
    // Postgres writes bytes in another way.
    const sql = engine === 'postgres' ? STORED.replace(/X'([0-9a-f]*)'/g, `'\\x$1'`) : STORED;
    const stored = sql.replaceAll('http://127.0.0.1:1', origin);
    await db.migrate([{ number: 1, sql: stored }]);
    // Two new processes start together on the old database.
    await Promise.all([db.migrate(), db.migrate()]);
    await db.close();

    const proxy = await startProxy({
      ...SETTINGS,
      ...where,
      UPSTREAM_URL: `${origin}/v3`,
      RELAY_URL: receiver.url,
      RELAY_SECRET,
      RELAY_ALLOW_PRIVATE: 'true',
      KEEP_EVENTS_DAYS: '3650',
      KEEP_FORMS_DAYS: '3650',
      POLL_MIN_SECONDS: '1',
    });
    t.after(() => proxy.close());
    await receiver.next(({ event }) => event.type === 'person.completed');
    await receiver.next(({ event }) => event.type === 'precandidate.submitted');
    assert.deepEqual(posted, ['{"document_id":"44556677"}']);
  });

  test(`${engine}: a process that is older than the database does not start and names the version`, async (t) => {
    const where = await place(t);
    const db = open(where);
    await db.migrate();
    await upgradeBeyond(db);
    await db.close();
    const { ready, ended } = startProxyCommand({ ...SETTINGS, ...where });
    await assert.rejects(ready, /needs version 9\.0\.0 of the proxy/);
    await ended;
  });
}

for (const [engine, place] of Object.entries(ENGINES).slice(1))
  test(`${engine}: a running process is no longer ready after a newer one upgraded the database`, async (t) => {
    const where = await place(t);
    const proxy = await startProxy({ ...SETTINGS, ...where });
    t.after(() => proxy.close());
    const db = open(where);
    t.after(() => db.close());
    await upgradeBeyond(db);
    const response = await fetch(`${proxy.url}/readyz`);
    assert.equal(response.status, 503);
    assert.match(await response.text(), /needs version 9\.0\.0/);
  });

/** Two processes started at once, by their outcomes: how many serve, and what the others say. */
async function startTwo(t: TestContext, where: Place) {
  const commands = [1, 2].map(() => startProxyCommand({ ...SETTINGS, ...where }));
  const outcomes = await Promise.allSettled(commands.map(({ ready }) => ready));
  t.after(() => commands.forEach(({ child }) => child.kill('SIGKILL')));
  for (const { child } of commands) child.kill('SIGTERM');
  await Promise.all(commands.map(({ ended }) => ended));
  return {
    serving: outcomes.filter(({ status }) => status === 'fulfilled').length,
    said: outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
  };
}

for (const [engine, place] of Object.entries(ENGINES))
  test(`${engine}: of two processes that start together on an empty database, ${engine === 'sqlite' ? 'one serves and the other says why it cannot' : 'both serve'}`, async (t) => {
    const where = await place(t);
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
