import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPostgres } from '../stage/postgres.ts';
import { seededRandom } from '../stage/seeded-random.ts';
import { lostOf, reportOf, torture, type TortureResult } from './torture.ts';

// A short run of `npm run torture`, at moments that occur in each run.
const random = seededRandom(1, 0);

function assertNothingLost(result: TortureResult): void {
  const said = reportOf('torture', result).join('\n');
  assert.ok(result.webhooks > 0 && result.submissions > 0, `nothing was acknowledged\n${said}`);
  assert.equal(lostOf(result), 0, said);
  assert.equal(result.doubled.webhooks, 0, said);
  assert.equal(result.doubled.posts, 0, said);
}

test('kill -9 under load, SQLite: everything acknowledged arrives', async (t) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'precandidate-torture-'));
  t.after(() => rm(DATA_DIR, { recursive: true }));
  const deaths = [
    'form applied',
    'event applied',
    'submission responded',
    'event received',
    'at random',
  ] as const;
  assertNothingLost(await torture({ deaths, random, processes: 1, database: { DATA_DIR } }));
});

test('kill -9 of two processes under load, Postgres: everything acknowledged arrives', async (t) => {
  const postgres = await startPostgres();
  if (postgres === undefined) return t.skip('there is no Postgres here');
  t.after(() => postgres.stop());
  const deaths = ['submission responded', 'webhook responded'] as const;
  const database = { DATABASE_URL: postgres.url };
  assertNothingLost(await torture({ deaths, random, processes: 2, database }));
});
