import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormStore } from '../src/store/form-store.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import { openPostgres } from '../src/store/open-postgres.ts';
import { openSqlite } from '../src/store/open-sqlite.ts';
import type { Database } from '../src/store/database.ts';
import { emptyDatabase } from './empty-database.ts';
import { POSTGRES } from './on-both-engines.ts';

const OPEN: [string, () => Promise<Database>][] = [['sqlite', async () => openSqlite(':memory:')]];
const postgres = POSTGRES;
if (postgres !== undefined)
  OPEN.push(['postgres', async () => openPostgres(await emptyDatabase(postgres, 'upgrade'))]);

for (const [engine, open] of OPEN)
  test(`${engine}: a database of the first release is upgraded in place, its rows kept`, async (t) => {
    const db = await open();
    t.after(() => db.close());
    await db.migrate(MIGRATIONS.slice(0, 1));
    await db.query(
      `insert into precandidates(person_id, form_id, revision, state, attempt, spent_keys,
         acknowledged, tries, touched_at) values ('p', 'f', 7, 'sent', 1, '[]', 1, 1, 5)`,
    );
    await db.query(
      `insert into deliveries(id, type, body, state, attempt, next_at, created_at)
       values ('evt_1', 'person.completed', '{}', 'pending', 0, 1, 1)`,
    );
    await db.query(
      `insert into persons(person_id, country_code, created_at) values ('p', 'PE', 1)`,
    );
    // Two new processes start together on the old database.
    await Promise.all([db.migrate(MIGRATIONS), db.migrate(MIGRATIONS)]);
    const kept = await createFormStore(db).find('p', 'f');
    assert.deepEqual([kept?.revision, kept?.state, kept?.looked_at], [7, 'sent', null]);
  });
