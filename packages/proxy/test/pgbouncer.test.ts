import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPair, type Pair } from 'precandidate-testing/pair.ts';
import { hasPgBouncer, startPgBouncer } from 'precandidate-testing/pgbouncer.ts';
import { envOf, runProxyCommand, startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import type { Owner } from 'precandidate-testing/resources.ts';
import { proxySettings } from 'precandidate-testing/service.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { emptyDatabase, POSTGRES } from './on-both-engines.ts';
import { PERU } from './submission-helpers.ts';

const skip = (POSTGRES === undefined || !hasPgBouncer) && 'needs Postgres and PgBouncer';

/** Two processes behind a pooler: the pair's own, and the address of another one. */
async function startTwo(t: Owner, mode: 'session' | 'transaction') {
  const DATABASE_URL = await startPgBouncer(t, await emptyDatabase(), mode);
  const pair = await startPair(t, { env: { DATABASE_URL } });
  const other = startProxyCommand({ ...pair.env, DATABASE_URL, PORT: '0', LOG_LEVEL: 'warn' });
  t.after(() => other.stop());
  return { pair, other: { ...pair, url: await other.ready } as Pair, output: other.output };
}

for (const mode of ['session', 'transaction'] as const)
  test(
    `two processes behind PgBouncer in ${mode} mode share submissions and news`,
    { skip },
    async (t) => {
      const { pair, other, output } = await startTwo(t, mode);
      const ana = await pair.candidate();
      const stream = fetch(`${other.url}/precandidate/${ana.person_id}/status/${ana.form_id}`, {
        headers: { authorization: `Bearer ${ana.token}`, accept: 'text/event-stream' },
      });
      const reader = (await stream).body?.pipeThrough(new TextDecoderStream()).getReader();
      assert.ok(reader);
      assert.equal((await ana.submit(PERU)).status, 200);
      const submittedAt = performance.now();
      let text = '';
      while (!text.includes('"state":"submitted"')) text += (await reader.read()).value ?? '';
      await reader.cancel();
      const ms = performance.now() - submittedAt;
      assert.ok(ms < 15_000, `the news took ${ms} ms`);

      const { output: checked } = await runProxyCommand(envOf(pair), 'check');
      const missesNotifications = mode === 'transaction';
      assert.match(checked, /database +postgres works/);
      assert.equal(
        /^\? +database .*pool_mode = session/m.test(checked),
        missesNotifications,
        checked,
      );
      assert.equal(/pool_mode = session/.test(output()), missesNotifications, output());
    },
  );

test(
  'check refuses a pooler that takes no transactions, as the start does',
  { skip },
  async (t) => {
    const DATABASE_URL = await startPgBouncer(t, await emptyDatabase(), 'statement');
    const env = { ...proxySettings({ apiUrl: 'http://127.0.0.1:1/v3' }), DATABASE_URL };
    const words = /The database cannot be used: .*pool_mode is statement.*\(SQLSTATE 08P01\)/;
    const [checked, started] = [await runProxyCommand(env, 'check'), await runProxyCommand(env)];
    assert.match(checked.output, words);
    assert.match(checked.output, /^✖ +database /m);
    assert.equal(words.exec(checked.output)?.[0], words.exec(started.output)?.[0]);
    assert.equal(started.code, 1);
  },
);

test(
  'statements that meet a conflict run again, because a pooler does not keep our isolation',
  { skip },
  async (t) => {
    const url = await emptyDatabase(`default_transaction_isolation = 'serializable'`);
    const db = openPostgres(await startPgBouncer(t, url, 'transaction'));
    t.after(() => db.close());
    await db.migrate();
    // All of them change one row.
    await Promise.all(Array.from({ length: 40 }, () => db.sharedTime(0)));
  },
);
