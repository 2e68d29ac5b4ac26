// Fills a database with work that is not done yet and prints it as SQL:
// node --conditions=source packages/proxy/test/stored/write-database.ts > database-<version>.sql
// From the release of a version on, its file stays as it is.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ORIGIN, startPair } from 'precandidate-testing/pair.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { recordOf } from '../record-of.ts';

/** Where nothing listens; a test puts its own service there. */
const FORM_ORIGIN = 'http://127.0.0.1:1';

const stops: (() => unknown)[] = [];
const owner = { after: (stop: () => unknown) => void stops.push(stop) };
const folder = await newFolder(owner);
const pair = await startPair(owner, {
  report_delay_ms: 3_600_000,
  env: {
    FORM_HOSTS: new URL(FORM_ORIGIN).host,
    RECONCILE_SECONDS: '3600',
    RELAY_URL: '',
    DATA_DIR: folder,
  },
});
const says = (path: string, body: unknown) =>
  pair.fault({ match: { path }, kind: 'status', status: 200, times: 0, body });
await says('/schema/', { type: 'object', properties: { document_id: { type: 'string' } } });
const record = { ...recordOf('waiting'), form_url: `${FORM_ORIGIN}/form/waiting` };
await says('/v3/precandidate/waiting', [record]);

const form = { person_id: 'waiting', form_id: 'form-waiting' };
const ana = await pair.session(form, { origin: ORIGIN, prefill: { document_id: '1' } });
await ana.submit({ document_id: '44556677' }, 'the-key-of-the-submit');
await pair.backend('/sessions/revoke', { body: { ...form, form_id: 'form-other' } });
const person = { document_id: '44556677', pipeline: { name: 'peru_basic' } };
await pair.backend('/PE/persons', { body: person });
await pair.webhook({ id: 'completed', country_code: 'PE', status: 'PASSED', report_status: {} });
await stops.pop()?.();

const db = new DatabaseSync(join(folder, 'precandidate.db'));
const objects = db
  .prepare(
    `select name, type, sql from sqlite_master where sql is not null and name <> 'migrations'`,
  )
  .all();
for (const { sql } of objects) console.log(`${String(sql)};\n`);
function literal(value: unknown): string {
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => String(name));
for (const table of tables)
  for (const row of db.prepare(`select * from ${table}`).all()) {
    const values = Object.values(row).map(literal).join(', ');
    console.log(`insert into ${table}(${Object.keys(row).join(', ')})\n  values (${values});\n`);
  }
db.close();
await stops.pop()?.();
