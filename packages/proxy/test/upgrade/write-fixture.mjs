// Fills a database with work that is not done yet and writes its rows as JSON. It imports the proxy of
// its own checkout, so to fill a database as an older version does, copy this file into a worktree of
// that version: node --conditions=source packages/proxy/test/upgrade/write-fixture.mjs <file>
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startProxy } from '../../src/app.ts';

const [, , target] = process.argv;
const BACKEND_KEY = 'backend-key-0123456789';
const ORIGIN = 'https://hr.example';
const RELAY_SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
const WEBHOOK_SECRET = 'webhook-secret-0123456789';

/** The service: the form breaks the connection for `unknown` and takes the data of `sent`. */
const service = createServer(async (request, response) => {
  const { method, url = '' } = request;
  await request.resume().toArray();
  const [, person = ''] = /^\/(?:form|v3\/precandidate)\/([a-z]+)/.exec(url) ?? [];
  if (url.startsWith('/form/'))
    return person === 'unknown' ? request.socket.destroy() : response.end();
  if (url.includes('/schema/')) return response.end(JSON.stringify(SCHEMA));
  if (url.endsWith('/persons') && method === 'POST') return response.end('"created"');
  if (url.endsWith('/status')) return response.end('{"status":"PENDING"}');
  response.end(JSON.stringify([recordOf(person)]));
});
service.listen(0, '127.0.0.1');
await once(service, 'listening');
const origin = `http://127.0.0.1:${service.address().port}`;

const SCHEMA = { type: 'object', properties: { document_id: { type: 'string' } } };
const recordOf = (person_id) => ({
  person_id,
  precandidate_id: `form-${person_id}`,
  form_url: `${origin}/form/${person_id}`,
  country_code: 'PE',
  precandidate_status: 'CREATED',
  updated_at: '2026-01-01T00:00:00.000000',
});

const folder = await mkdtemp(join(tmpdir(), 'proxy-fixture-'));
const proxy = await startProxy({
  UPSTREAM_URL: `${origin}/v3`,
  UPSTREAM_API_KEY: 'the-api-key',
  BACKEND_KEYS: BACKEND_KEY,
  SESSION_SECRETS: 'session-secret-0123456789-0123456789',
  ALLOWED_ORIGINS: ORIGIN,
  WEBHOOK_SECRETS: WEBHOOK_SECRET,
  // Nobody listens there, so events stay pending.
  RELAY_URL: 'http://127.0.0.1:9/',
  RELAY_SECRET,
  RELAY_ENDPOINTS: JSON.stringify([
    { name: 'other', url: 'http://127.0.0.1:9/other', secrets: [RELAY_SECRET] },
  ]),
  RELAY_ALLOW_PRIVATE: 'true',
  DATA_DIR: folder,
  PORT: '0',
  LOG_LEVEL: 'silent',
});

async function call(path, body, headers) {
  const response = await fetch(proxy.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
const asBackend = { authorization: `Bearer ${BACKEND_KEY}` };

for (const person_id of ['unknown', 'sent']) {
  const form_id = `form-${person_id}`;
  const { token } = await call('/sessions', { person_id, form_id, html: false }, asBackend);
  const candidate = {
    authorization: `Bearer ${token}`,
    origin: ORIGIN,
    'idempotency-key': person_id,
  };
  const path = `/precandidate/${person_id}/submission/${form_id}`;
  await call(path, { document_id: `document of ${person_id}` }, candidate);
}
await call('/PE/persons', { document_id: '1', pipeline: { name: 'p' } }, asBackend);
const completion = { id: 'completed', status: 'PASSED', webhook_request_id: 'w-1' };
await call('/webhooks/person-completed', completion, { 'x-webhook-secret': WEBHOOK_SECRET });
await proxy.close();
service.close();

const database = new DatabaseSync(join(folder, 'precandidate.db'));
const names = database.prepare("select name from sqlite_master where type = 'table'").all();
const tables = names
  .map(({ name }) => [name, database.prepare(`select * from ${name}`).all()])
  .filter(([name, rows]) => name !== 'migrations' && rows.length > 0);
const text = JSON.stringify(Object.fromEntries(tables), null, 2);
await writeFile(target, `${text.replaceAll(origin, 'http://form.example')}\n`);
await rm(folder, { recursive: true });
