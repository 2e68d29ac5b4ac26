import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startPair } from 'precandidate-testing/pair.ts';
import { openDatabase } from '../src/db/plugin.ts';
import { Jobs } from '../src/db/jobs.ts';
import { wallClock } from '../src/shared/clock.ts';
import { PERU } from './submission-helpers.ts';

/** Once a day, once at the start, and a smallest value, which the index has first. */
const RARE = /limit \?\d+\)|and lease is not null$|^select min\(/;
/** With one row for each form, event, or person. */
const LARGE =
  'jobs|forms|form_schemas|deliveries|persons|polled_persons|session_data|submission_bodies';
const READS_ALL = new RegExp(`^SCAN (?:${LARGE})\\b|jobs_due \\(queue=\\?\\)$`);

test('no statement of a request, a poll, or a delivery reads a whole table', async (t) => {
  const texts = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  t.after(() => Object.assign(DatabaseSync.prototype, { prepare }));
  DatabaseSync.prototype.prepare = function record(text) {
    texts.add(text.trim());
    return prepare.call(this, text);
  };
  const pair = await startPair(t);
  const ana = await pair.candidate(undefined, { prefill: { document_id: '70456123' } });
  await pair.bootstrap({ session: ana.token });
  assert.ok((await ana.submit(PERU)).ok);
  await ana.follow(({ state }) => state === 'submitted');
  assert.ok((await pair.webhook({ id: ana.person_id })).ok);
  await pair.backend('/sessions/revoke', { body: { session_id: ana.session_id } });
  const db = await openDatabase({ DATA_DIR: ':memory:' });
  t.after(() => db.close());
  const job = { key: ana.person_id, runs: 0, lease: 'a' };
  await new Jobs(db, wallClock).renew('polls', [job], 0);

  // The sandbox, in this process, does not number its parameters.
  const asked = [...texts].filter((text) => /^(?:with|select|update|delete)\b.*\?\d/s.test(text));
  assert.ok(asked.length > 20);
  const wrong: [string, string][] = [];
  for (const text of asked.filter((each) => !RARE.test(each)))
    for (const { detail } of await db.query<{ detail: string }>(`explain query plan ${text}`))
      if (READS_ALL.test(detail)) wrong.push([detail, text]);
  assert.deepEqual(wrong, []);
});
