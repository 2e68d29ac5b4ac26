import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from '../src/db/sql-template.ts';
import { deletionsOf } from '../src/retention/erase-person.ts';
import { canonicalJson, type Snapshot } from 'precandidate-contract';
import { envOf, runProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { type Candidate, type Pair, startPair } from 'precandidate-testing/pair.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { WEBHOOK_SECRET } from 'precandidate-testing/service.ts';
import { openDatabase } from '../src/db/plugin.ts';
import { DeliveryStore } from '../src/outbox/delivery-store.ts';
import { digest } from '../src/shared/digest.ts';
import { until } from 'precandidate-testing/until.ts';
import pg from 'pg';
import { emptyDatabase, ENGINES, POSTGRES } from './on-both-engines.ts';
import { PERU } from './submission-helpers.ts';

async function holds(folder: string, text: string): Promise<boolean> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return files.some((file) => file.includes(text));
}

/** Each value that the candidate typed or that the host prefilled, and no other candidate's. */
const VALUES = { document_id: '70456123', city_locode: 'PE LIM' };

for (const SUBMISSION_CHANNEL of ['form', 'person', 'handoff'])
  test(`channel ${SUBMISSION_CHANNEL}: nothing of a forgotten person is left in the database file`, async (t) => {
    const DATA_DIR = await newFolder(t);
    // Without a receiver, events wait.
    const env = { DATA_DIR, RELAY_URL: '', SUBMISSION_CHANNEL, RECONCILE_SECONDS: '1' };
    const pair = await startPair(t, { env });
    const [ana, leo] = [
      await pair.candidate(undefined, { prefill: { document_id: VALUES.document_id } }),
      await pair.candidate(),
    ];
    const { form_id, person_id } = ana;
    assert.ok((await ana.submit(VALUES)).ok);
    await pair.backend('/sessions/revoke', { body: { person_id, form_id } });
    // The completion of the person that the channel created names the candidate in `custom_data`.
    const created = SUBMISSION_CHANNEL === 'person' ? 1 : 0;
    const completedAfter = (count: number) =>
      until(async () => {
        const all = await listed(pair, 'person.completed');
        return all.length >= count && all;
      });
    const ids = await completedAfter(created);
    assert.ok((await leo.submit(PERU)).ok);
    await completedAfter(2 * created);

    const first = await runProxyCommand(envOf(pair), 'persons', 'forget', person_id);
    assert.equal(first.code, 0, first.output);
    assert.match(first.output, /forms 1, .*session_data 1/);
    const again = await runProxyCommand(envOf(pair), 'persons', 'forget', person_id);
    assert.match(again.output, /deleted: (\w+ 0(, )?)+$/);

    assert.ok(await holds(DATA_DIR, leo.person_id), 'the other person stays');
    for (const text of [person_id, form_id, ana.session_id, VALUES.document_id, ...ids])
      assert.ok(!(await holds(DATA_DIR, text)), text);
    assert.equal((await listed(pair, 'person.completed')).length, created);
  });

test('channel person: forgets the candidate by the id of the person that was created', async (t) => {
  const DATA_DIR = await newFolder(t);
  const env = { DATA_DIR, RELAY_URL: '', SUBMISSION_CHANNEL: 'person' };
  const pair = await startPair(t, { env });
  const ana = await pair.candidate();
  assert.ok((await ana.submit(PERU)).ok);
  const [created = ''] = await until(async () => {
    const all = await listed(pair, 'person.completed');
    return all.length > 0 && all;
  });
  assert.equal((await pair.backend(`/persons/${created}`, { method: 'DELETE' })).status, 200);
  for (const id of [ana.person_id, created]) assert.ok(!(await holds(DATA_DIR, id)));
});

for (const SUBMISSION_CHANNEL of ['form', 'person'])
  test(`channel ${SUBMISSION_CHANNEL}: a completion after the erasure is passed on and not kept`, async (t) => {
    const DATA_DIR = await newFolder(t);
    const env = { DATA_DIR, SUBMISSION_CHANNEL, RECONCILE_SECONDS: '1' };
    const pair = await startPair(t, { env, report_delay_ms: 3_600_000 });
    const ana = await pair.candidate();
    assert.ok((await ana.submit(VALUES)).ok);
    const { person_id, form_id: precandidate_id } = ana;
    assert.equal((await pair.backend(`/persons/${person_id}`, { method: 'DELETE' })).status, 200);

    // The person whom the channel created is unknown to the proxy by now.
    const id = SUBMISSION_CHANNEL === 'person' ? crypto.randomUUID() : person_id;
    const custom_data = SUBMISSION_CHANNEL === 'person' ? { person_id, precandidate_id } : null;
    const completion = { webhook_request_id: 'late', id, status: 'PASSED', custom_data };
    assert.equal((await pair.webhook(completion)).status, 200);
    await pair.receiver.next(({ text }) => text.includes('"late"'));
    await until(async () => (await listed(pair, 'person.completed')).length === 0);
    assert.equal((await pair.backend(`/persons/${person_id}`, { method: 'DELETE' })).status, 200);
    for (const text of [id, person_id, precandidate_id])
      assert.ok(!(await holds(DATA_DIR, text)), text);
  });

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: a completion after the erasure waits for a receiver that is away`, async (t) => {
    const where = await database(t);
    const pair = await startPair(t, { env: { ...where, RELAY_URL: '' } });
    const [ana, leo] = [await pair.candidate(), await pair.candidate()];
    await pair.backend(`/persons/${ana.person_id}`, { method: 'DELETE' });
    for (const { person_id } of [ana, leo])
      assert.equal((await pair.webhook({ id: person_id, status: 'PASSED' })).status, 200);
    assert.equal((await listed(pair, 'person.completed')).length, 2);
    await pair.restart({ ...where, RELAY_URL: pair.receiver.url });
    for (const { person_id } of [ana, leo])
      await pair.receiver.next(({ text }) => text.includes(person_id));
    await until(async () => (await listed(pair, 'person.completed')).length === 1);
    assert.deepEqual(await listed(pair, 'person.completed'), [leo.person_id]);
  });

if (POSTGRES !== undefined)
  test('a completion that is being stored while its person is erased is not kept', async (t) => {
    const DATABASE_URL = await emptyDatabase();
    const pair = await startPair(t, { env: { DATABASE_URL, RELAY_URL: '' } });
    const { person_id } = await pair.candidate();
    const other = new pg.Client({ connectionString: DATABASE_URL });
    await other.connect();
    t.after(() => other.end());
    const waiting = async () => {
      const { rows } = await other.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    // The last statement of the webhook's transaction waits for this row.
    await other.query('begin');
    await other.query(
      `insert into persons(person_id, country_code, created_at) values ($1, '', 0)`,
      [person_id],
    );
    const webhook = pair.webhook({ id: person_id, status: 'PASSED' });
    await until(async () => (await waiting()) === 1);
    const erasure = { isDone: false };
    const erased = pair.backend(`/persons/${person_id}`, { method: 'DELETE' });
    void erased.then(() => (erasure.isDone = true));
    await until(async () => erasure.isDone || (await waiting()) === 2);
    await other.query('rollback');
    assert.deepEqual([(await webhook).status, (await erased).status], [200, 200]);
    assert.deepEqual(await listed(pair, 'person.completed'), []);
  });

test('forgets a webhook that came compressed or in another charset', async (t) => {
  const DATA_DIR = await newFolder(t);
  const pair = await startPair(t, { env: { DATA_DIR, RELAY_URL: '' } });
  const { person_id } = await pair.candidate();
  const payload = JSON.stringify({ id: person_id, status: 'PASSED', custom_data: 'José' });
  const post = (body: Buffer, headers: Record<string, string>) =>
    fetch(`${pair.url}/webhooks/person-completed`, {
      method: 'POST',
      headers: { 'x-webhook-secret': WEBHOOK_SECRET, ...headers },
      body,
    });
  await post(gzipSync(payload), { 'content-encoding': 'gzip' });
  await post(Buffer.from(`${payload} `, 'latin1'), {
    'content-type': 'application/json; charset=iso-8859-1',
  });
  assert.deepEqual(await listed(pair, 'person.completed'), [person_id, person_id]);
  assert.equal((await pair.backend(`/persons/${person_id}`, { method: 'DELETE' })).status, 200);
  assert.deepEqual(await listed(pair, 'person.completed'), []);
  assert.ok(!(await holds(DATA_DIR, person_id)));
});

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: a person is the same in capital and in small letters`, async (t) => {
    const pair = await startPair(t, { env: { ...(await database(t)), RELAY_URL: '' } });
    const [ana, leo] = [await pair.candidate(), await pair.candidate()];
    const capital = (id: string) => id.toUpperCase();
    await pair.webhook({ id: capital(ana.person_id), status: 'PASSED' });
    await pair.webhook({ id: leo.person_id, status: 'PASSED' });
    for (const id of [ana.person_id, capital(leo.person_id)])
      assert.equal((await pair.backend(`/persons/${id}`, { method: 'DELETE' })).status, 200);
    assert.deepEqual(await listed(pair, 'person.completed'), []);
    // A completion after the erasure is not kept once it is delivered.
    await pair.webhook({
      id: capital(ana.person_id),
      webhook_request_id: 'late',
      status: 'PASSED',
    });
    await pair.restart({ ...pair.env, RELAY_URL: pair.receiver.url });
    await pair.receiver.next(({ text }) => text.includes(capital(ana.person_id)));
    await until(async () => (await listed(pair, 'person.completed')).length === 0);
  });

test('stores a webhook under no id that the path of an erasure does not take, and not for long', async (t) => {
  const DATA_DIR = await newFolder(t);
  const pair = await startPair(t, { env: { DATA_DIR, RELAY_URL: '' } });
  const ids = ['', '..', 'é-1', 'a b-2', 'a/b-2', 'nul\0', 'x'.repeat(300)];
  // Custom data of others names nobody that the proxy knows.
  const custom_data = { person_id: 'somebody', precandidate_id: 'else' };
  for (const [index, id] of ids.entries())
    await pair.webhook({
      webhook_request_id: `odd ${index}`,
      id,
      status: 'PASSED',
      custom_data: index % 2 === 0 ? custom_data : { person_id: id, precandidate_id: id },
    });
  assert.deepEqual(await listed(pair, 'person.completed'), Array(ids.length).fill(null));
  await pair.restart({ DATA_DIR, RELAY_URL: pair.receiver.url });
  await until(async () => (await listed(pair, 'person.completed')).length === 0);
});

test('remembers no created person by an id that the path of an erasure does not take', async (t) => {
  const DATA_DIR = await newFolder(t);
  const pair = await startPair(t, { env: { DATA_DIR } });
  const body = 'no such person';
  await pair.fault({ match: { method: 'POST' }, kind: 'status', status: 201, body });
  assert.equal((await pair.backend('/PE/persons', { body: {} })).status, 201);
  assert.ok(!(await holds(DATA_DIR, body)));
});

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: counts what it deletes`, async (t) => {
    const pair = await startPair(t, { env: { ...(await database(t)), RELAY_URL: '' } });
    const ana = await pair.candidate();
    const erased = await pair.backend(`/persons/${ana.person_id}`, { method: 'DELETE' });
    const { deleted } = (await erased.json()) as { deleted: Record<string, number> };
    assert.deepEqual([erased.status, deleted['forms'], deleted['polls']], [200, 1, 1]);
  });

test('does not follow custom data that is not of the proxy', async (t) => {
  const pair = await startPair(t, { env: { RELAY_URL: '' } });
  const [ana, leo] = [await pair.candidate(), await pair.candidate()];
  const custom_data = { person_id: ana.person_id, precandidate_id: ana.form_id };
  await pair.webhook({ id: leo.person_id, status: 'PASSED', custom_data });
  await pair.backend(`/persons/${ana.person_id}`, { method: 'DELETE' });
  assert.deepEqual(await listed(pair, 'person.completed'), [leo.person_id]);
});

test('a page that is open ignores a snapshot that is older than an erasure', async (t) => {
  const pair = await startPair(t, { env: { RELAY_URL: '' } });
  const [ana, leo] = [await pair.candidate(), await pair.candidate()];
  for (const candidate of [ana, leo]) assert.ok((await candidate.submit(PERU)).ok);
  await pair.backend(`/persons/${ana.person_id}`, { method: 'DELETE' });
  const [anew, old] = await Promise.all([ana, leo].map((one) => revisionOf(one)));
  assert.ok(Number(anew) > Number(old));
});

/** The persons of the events of a type. */
async function listed(pair: Pair, type: string): Promise<string[]> {
  const { deliveries } = (await (await pair.backend('/deliveries?limit=100')).json()) as {
    deliveries: { type: string; person_id: string }[];
  };
  return deliveries.filter((one) => one.type === type).map(({ person_id }) => person_id);
}

const revisionOf = async ({ browse }: Candidate) =>
  ((await (await browse('status')).json()) as Snapshot).revision;

test('every table with a person is erased', async (t) => {
  const db = await openDatabase({ DATA_DIR: ':memory:' });
  t.after(() => db.close());
  const tables = await db.query<{ name: string }>(
    `select name from sqlite_master where type = 'table' and sql like '%person_id%'`,
  );
  const erased = Object.values(deletionsOf(sql`(select 'p')`));
  for (const { name } of tables)
    assert.ok(
      erased.some((rows) => rows.sql.startsWith(`${name} where person_id in`)),
      name,
    );
});

test('sqlite: deleted data is in neither the database file nor its log', async (t) => {
  const folder = await newFolder(t);
  const db = await openDatabase({ DATA_DIR: folder });
  t.after(() => db.close());
  const deliveries = new DeliveryStore(db);
  // Longer than a page, so that it has pages of its own.
  const body = (text: string) => JSON.stringify({ text, more: text.repeat(1_000) });
  for (const id of ['to-be-deleted', 'to-be-kept'])
    await deliveries.add({ id, type: 'person.completed', person_id: 'p', body: body(id) }, 5);
  const [sent] = (await deliveries.loadPending(['to-be-deleted'])).values();
  assert.ok(sent);
  await deliveries.conclude(sent, { state: 'delivered', outcome: '200', now: 2 });
  assert.ok(await holds(folder, 'to-be-deletedto-be-deleted'), 'it was there');

  await db.query("delete from jobs where key = 'to-be-deleted'");
  await db.query("delete from deliveries where id = 'to-be-deleted'");
  await db.forgetDeleted();
  assert.ok(!(await holds(folder, 'to-be-deleted')));
  assert.ok(await holds(folder, 'to-be-keptto-be-kept'));
});

test('keeps no digest that could identify sent data', async (t) => {
  const DATA_DIR = await newFolder(t);
  const pair = await startPair(t, { env: { DATA_DIR } });
  const ana = await pair.candidate();
  const data = { document_id: '44556671', city_locode: 'PE LIM' };
  const key = crypto.randomUUID();
  assert.equal((await ana.submit(data, key)).status, 200);
  assert.equal((await ana.submit(data, key)).status, 200, 'it is known again');
  assert.equal((await ana.submit({ ...data, document_id: '1' }, key)).status, 422);
  assert.ok(await holds(DATA_DIR, digest(ana.person_id, ana.form_id, key)), 'it was stored');
  assert.ok(!(await holds(DATA_DIR, digest(canonicalJson(data)))));
  assert.ok(!(await holds(DATA_DIR, key)));
});
