// Fills a database with work that is not done yet and prints it as SQL:
// node --conditions=source packages/proxy/test/stored/write-database.ts > database-<version>.sql
// From the release of a version on, its file stays as it is.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startProxy } from 'precandidate-proxy';
import type { Session } from 'precandidate-contract';
import {
  BACKEND_KEY,
  ORIGIN,
  proxySettings,
  WEBHOOK_SECRET,
} from '../../../../tests/stage/service.ts';

/** Where nothing listens; a test puts its own service there. */
const FORM_ORIGIN = 'http://127.0.0.1:1';
const SCHEMA = { type: 'object', properties: { document_id: { type: 'string' } } };

const recordOf = (person_id: string) => ({
  person_id,
  precandidate_id: `form-${person_id}`,
  form_url: `${FORM_ORIGIN}/form/${person_id}`,
  country_code: 'PE',
  precandidate_status: 'CREATED',
  updated_at: '2026-01-01T00:00:00.000000',
});

const service = createServer((request, response) => {
  const { method, url = '' } = request;
  const [, person_id = ''] = /^\/v3\/precandidate\/([a-z]+)/.exec(url) ?? [];
  request.resume().once('end', () => {
    if (url.includes('/schema/')) return response.end(JSON.stringify(SCHEMA));
    if (url.endsWith('/persons') && method === 'POST') return response.end('"person-created"');
    if (url.endsWith('/status')) return response.end('{"status":"PENDING"}');
    return response.end(JSON.stringify([recordOf(person_id)]));
  });
});
await once(service.listen(0, '127.0.0.1'), 'listening');

const folder = await mkdtemp(join(tmpdir(), 'proxy-stored-'));
const proxy = await startProxy({
  ...proxySettings({
    apiUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v3`,
  }),
  FORM_HOSTS: new URL(FORM_ORIGIN).host,
  RECONCILE_SECONDS: '3600',
  DATA_DIR: folder,
});

async function post(path: string, headers: Record<string, string>, body: unknown) {
  const response = await fetch(proxy.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
const asBackend = { authorization: `Bearer ${BACKEND_KEY}` };

const form = { person_id: 'waiting', form_id: 'form-waiting' };
const minted = await post('/sessions', asBackend, {
  ...form,
  origin: ORIGIN,
  prefill: { document_id: '1' },
});
const { token } = (await minted.json()) as Session;
const asCandidate = {
  authorization: `Bearer ${token}`,
  origin: ORIGIN,
  'idempotency-key': 'the-key-of-the-submit',
};
await post('/precandidate/waiting/submission/form-waiting', asCandidate, {
  document_id: '44556677',
});
await post('/sessions/revoke', asBackend, { ...form, form_id: 'form-other' });
await post('/PE/persons', asBackend, { document_id: '44556677' });
await post(
  '/webhooks/person-completed',
  { 'x-webhook-secret': WEBHOOK_SECRET },
  { id: 'completed', country_code: 'PE', status: 'PASSED', report_status: {} },
);
await proxy.close();
service.closeAllConnections();
service.close();

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
await rm(folder, { recursive: true });
