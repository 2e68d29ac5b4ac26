import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { envOf, runProxyCommand } from '../../../tests/stage/proxy-process.ts';
import { type Candidate, startPair } from '../../../tests/stage/pair.ts';
import { newFolder } from '../../../tests/stage/resources.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { PERU } from './submission-helpers.ts';

test('forgets a person: nothing of theirs is left in the database file', async (t) => {
  const DATA_DIR = await newFolder(t);
  // Without a receiver, events wait.
  const pair = await startPair(t, { env: { DATA_DIR, RELAY_URL: '' } });
  const prefill = { document_id: '70456123' };
  const [ana, leo] = [await pair.candidate(undefined, { prefill }), await pair.candidate()];
  for (const candidate of [ana, leo]) assert.ok((await candidate.submit(PERU)).ok);

  const first = await runProxyCommand(envOf(pair), 'persons', 'forget', ana.person_id);
  assert.equal(first.code, 0, first.output);
  assert.match(first.output, /1 forms, .*1 prefills/);
  const again = await runProxyCommand(envOf(pair), 'persons', 'forget', ana.person_id);
  assert.match(again.output, /deleted: (0 \w+(, )?)+$/);
  const deleted = await pair.backend('/persons/nobody', { method: 'DELETE' });
  assert.equal(deleted.status, 200);

  const files = await readdir(DATA_DIR);
  const contents = await Promise.all(files.map((file) => readFile(join(DATA_DIR, file))));
  const stored = Buffer.concat(contents).toString('latin1');
  assert.ok(stored.includes(leo.person_id), 'the other person stays');
  assert.ok(!stored.includes(ana.person_id));
  assert.ok(!stored.includes(ana.form_id));
  // A page that is open ignores an older snapshot.
  const [anew, old] = await Promise.all([ana, leo].map((one) => revisionOf(one)));
  assert.ok(Number(anew) > Number(old));
});

const revisionOf = async ({ browse }: Candidate) =>
  ((await (await browse('status')).json()) as Snapshot).revision;

test('every table with a person is erased', async (t) => {
  const db = openSqlite(':memory:');
  t.after(() => db.close());
  await db.migrate();
  const tables = await db.query<{ name: string }>(
    `select name from sqlite_master where type = 'table' and sql like '%person_id%'`,
  );
  const source = await readFile(new URL('../src/retention/plugin.ts', import.meta.url), 'utf8');
  for (const { name } of tables) assert.match(source, new RegExp(`'${name} where person_id`));
});
