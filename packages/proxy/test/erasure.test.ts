import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { canonicalJson, type Snapshot } from 'precandidate-contract';
import { envOf, runProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { type Candidate, startPair } from 'precandidate-testing/pair.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { openDatabase } from '../src/db/plugin.ts';
import { createDeliveryStore } from '../src/outbox/delivery-store.ts';
import { digest } from '../src/shared/digest.ts';
import { PERU } from './submission-helpers.ts';

async function holds(folder: string, text: string): Promise<boolean> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return files.some((file) => file.includes(text));
}

test('forgets a person: nothing of theirs is left in the database file', async (t) => {
  const DATA_DIR = await newFolder(t);
  // Without a receiver, events wait.
  const pair = await startPair(t, { env: { DATA_DIR, RELAY_URL: '' } });
  const data = { prefill: { document_id: '70456123' }, ui_schema: { 'ui:title': 'For Ana' } };
  const [ana, leo] = [await pair.candidate(undefined, data), await pair.candidate()];
  for (const candidate of [ana, leo]) assert.ok((await candidate.submit(PERU)).ok);

  const first = await runProxyCommand(envOf(pair), 'persons', 'forget', ana.person_id);
  assert.equal(first.code, 0, first.output);
  assert.match(first.output, /forms 1, .*session_data 1/);
  const again = await runProxyCommand(envOf(pair), 'persons', 'forget', ana.person_id);
  assert.match(again.output, /deleted: (\w+ 0(, )?)+$/);
  const deleted = await pair.backend('/persons/nobody', { method: 'DELETE' });
  assert.equal(deleted.status, 200);

  assert.ok(await holds(DATA_DIR, leo.person_id), 'the other person stays');
  for (const id of [ana.person_id, ana.form_id]) assert.ok(!(await holds(DATA_DIR, id)));
  // A page that is open ignores an older snapshot.
  const [anew, old] = await Promise.all([ana, leo].map((one) => revisionOf(one)));
  assert.ok(Number(anew) > Number(old));
});

const revisionOf = async ({ browse }: Candidate) =>
  ((await (await browse('status')).json()) as Snapshot).revision;

test('every table with a person is erased', async (t) => {
  const db = await openDatabase({ DATA_DIR: ':memory:' });
  t.after(() => db.close());
  const tables = await db.query<{ name: string }>(
    `select name from sqlite_master where type = 'table' and sql like '%person_id%'`,
  );
  const source = await readFile(new URL('../src/retention/plugin.ts', import.meta.url), 'utf8');
  for (const { name } of tables) assert.match(source, new RegExp(`'${name} where person_id`));
});

test('sqlite: deleted data is in neither the database file nor its log', async (t) => {
  const folder = await newFolder(t);
  const db = await openDatabase({ DATA_DIR: folder });
  t.after(() => db.close());
  const deliveries = createDeliveryStore(db);
  // Longer than a page, so that it has pages of its own.
  const body = (text: string) => JSON.stringify({ text, more: text.repeat(1_000) });
  for (const id of ['to-be-deleted', 'to-be-kept'])
    await deliveries.add({ id, type: 'person.completed', body: body(id) }, 5);
  const [sent] = (await deliveries.loadPending(['to-be-deleted'])).values();
  assert.ok(sent);
  await deliveries.conclude(sent, 'delivered', '200', 2);
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
