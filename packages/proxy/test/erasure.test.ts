import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { envOf, runProxyCommand } from '../../../tests/stage/proxy-process.ts';
import { startPair } from '../../../tests/stage/pair.ts';
import { BACKEND_KEY, proxySettings } from '../../../tests/stage/service.ts';
import { until } from '../../../tests/stage/until.ts';
import { startProxy } from '../src/app.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { ENGINES } from './on-both-engines.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';

interface Erased {
  deleted: Record<string, number>;
}

test('forgets a person: nothing of theirs is left in the database file', async (t) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'proxy-erasure-'));
  t.after(() => rm(DATA_DIR, { recursive: true, force: true }));
  // Without a receiver, events wait.
  const pair = await startPair(t, { env: { DATA_DIR, RELAY_URL: '' } });
  const prefill = { document_id: '70456123' };
  const [ana, leo] = [await pair.candidate(undefined, { prefill }), await pair.candidate()];
  for (const candidate of [ana, leo])
    assert.ok((await candidate.submit({ document_id: '44556671', city_locode: 'PE LIM' })).ok);

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
});

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

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: a poll that was under way when a person was forgotten stores nothing`, async (t) => {
    const record = recordOf('ana');
    const held: ServerResponse[] = [];
    let isHolding = false;
    const { apiUrl } = await startScriptedService(t, ({ method }, response) => {
      if (method === 'POST') response.end(JSON.stringify(record));
      else if (isHolding) held.push(response);
      else response.end(JSON.stringify([record]));
    });
    const env = { ...proxySettings({ apiUrl }), ...(await database(t)), POLL_MIN_SECONDS: '1' };
    const proxy = await startProxy(env);
    t.after(() => proxy.close());
    const call = (path: string, method: string, body?: string) =>
      fetch(proxy.url + path, {
        method,
        headers: {
          authorization: `Bearer ${BACKEND_KEY}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body }),
      });
    const forget = async () => (await (await call('/persons/ana', 'DELETE')).json()) as Erased;
    const polls = async () => {
      const metrics = await (await call('/metrics', 'GET')).text();
      const counts = metrics.matchAll(/^precandidate_polls_total\{.*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };

    assert.equal((await call('/precandidate', 'POST', '{}')).status, 200);
    isHolding = true;
    await until(async () => held.length === 1);
    const before = await polls();
    assert.equal((await forget()).deleted['forms'], 1);
    held[0]?.end(JSON.stringify([record]));
    await until(async () => (await polls()) > before);
    assert.equal((await forget()).deleted['forms'], 0);
  });
