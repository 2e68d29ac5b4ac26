import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDeliveryStore } from '../src/store/delivery-store.ts';
import { openDatabase } from '../src/store/open-database.ts';

test('sqlite: what was deleted can be read neither in the database’s file nor in its log', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-forgotten-'));
  t.after(() => rm(folder, { recursive: true }));
  const db = await openDatabase({ data_dir: folder });
  t.after(() => db.close());
  const holds = async (text: string) => {
    const names = await readdir(folder);
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
    return files.some((file) => file.includes(text));
  };
  const deliveries = createDeliveryStore(db);
  // Longer than a page, so that it has pages of its own.
  const body = (text: string) => JSON.stringify({ text, more: text.repeat(1_000) });
  for (const id of ['to-be-deleted', 'to-be-kept'])
    await deliveries.add({ id, type: 'person.completed', body: body(id) }, ['default'], 1);
  const claimed = { id: 'to-be-deleted', next_at: 1 };
  await deliveries.conclude(claimed, 'delivered', '200', null, 2);
  assert.ok(await holds('to-be-deletedto-be-deleted'), 'it was there');

  await deliveries.purge(3);
  await db.forgetDeleted();
  assert.ok(!(await holds('to-be-deleted')));
  assert.ok(await holds('to-be-keptto-be-kept'));
});
