import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startProxy } from 'precandidate-proxy';
import type { Param } from '../src/db/database.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { openUnmigrated } from '../src/db/plugin.ts';
import { ENGINES } from './on-both-engines.ts';
import { startScriptedService } from './scripted-service.ts';
import { BACKEND_KEY, ORIGIN, RELAY_SECRET } from './start-pair.ts';
import { startReceiver } from './start-receiver.ts';

/** The last migration of the version that wrote `upgrade/version-8.json` with `upgrade/write-fixture.mjs`. */
const OLD_MIGRATION = 8;

type Tables = Record<string, Record<string, Param>[]>;

/** The rows that the old version wrote, as if it had stopped a minute ago. */
async function oldRows(formOrigin: string): Promise<Tables> {
  const file = new URL('upgrade/version-8.json', import.meta.url);
  const text = (await readFile(file, 'utf8')).replaceAll('http://form.example', formOrigin);
  const tables = JSON.parse(text) as Tables;
  const stoppedAt = Math.max(...(tables['gates'] ?? []).map((row) => Number(row['busy_until'])));
  const shiftMs = Date.now() - 60_000 - stoppedAt;
  const isTime = (name: string) => /_(at|until)$/.test(name);
  const shifted = (row: Record<string, Param>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        isTime(name) && typeof value === 'number' ? value + shiftMs : value,
      ]),
    );
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, rows.map(shifted)]),
  );
}

async function fillOldDatabase(where: Record<string, string>, tables: Tables): Promise<void> {
  const db = await openUnmigrated({
    DATABASE_URL: where['DATABASE_URL'],
    DATA_DIR: where['DATA_DIR'] ?? '',
  });
  await db.migrate(MIGRATIONS.filter(({ number }) => number <= OLD_MIGRATION));
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) {
      const places = Object.keys(row).map((_, index) => `$${index + 1}`);
      const columns = Object.keys(row).join(', ');
      await db.query(
        `insert into ${table}(${columns}) values (${places.join(', ')})`,
        ...Object.values(row),
      );
    }
  await db.close();
}

/** A service that confirms a form once it got its data, and never confirms the one called `sent`. */
async function startService(t: TestContext) {
  const posted: { person: string; data: unknown }[] = [];
  const completed = { status: 'PASSED' };
  const { apiUrl } = await startScriptedService(t, (request, response) => {
    const { url = '' } = request;
    const [, form] = /^\/form\/([a-z]+)/.exec(url) ?? [];
    if (form !== undefined) return void receive(form, request, response);
    const [, person = ''] = /^\/v3\/precandidate\/([a-z]+)/.exec(url) ?? [];
    const isSubmitted = posted.some((one) => one.person === person);
    const record = {
      person_id: person,
      precandidate_id: `form-${person}`,
      form_url: `${new URL(apiUrl).origin}/form/${person}`,
      country_code: 'PE',
      precandidate_status: isSubmitted ? 'SUBMITTED' : 'CREATED',
      updated_at: isSubmitted ? '2026-01-02T00:00:00.000000' : '2026-01-01T00:00:00.000000',
    };
    response.end(JSON.stringify(url.endsWith('/status') ? completed : [record]));
  });

  async function receive(
    person: string,
    request: AsyncIterable<unknown>,
    response: ServerResponse,
  ) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    posted.push({ person, data: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
    response.end('{}');
  }
  return { apiUrl, posted };
}

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: delivers every pending submission and event of the previous version after the upgrade`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-upgrade-'));
    t.after(() => rm(folder, { recursive: true }));
    const { apiUrl, posted } = await startService(t);
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    t.after(() => Promise.all([receiver.close(), other.close()]));
    const where = engine === 'sqlite' ? { DATA_DIR: folder } : await database();
    await fillOldDatabase(where, await oldRows(new URL(apiUrl).origin));

    const proxy = await startProxy({
      UPSTREAM_URL: apiUrl,
      UPSTREAM_API_KEY: 'the-api-key',
      BACKEND_KEYS: BACKEND_KEY,
      SESSION_SECRETS: 'session-secret-0123456789-0123456789',
      ALLOWED_ORIGINS: ORIGIN,
      RELAY_URL: receiver.url,
      RELAY_SECRET,
      RELAY_ENDPOINTS: JSON.stringify([{ name: 'other', url: other.url, secrets: [RELAY_SECRET] }]),
      RELAY_ALLOW_PRIVATE: 'true',
      RECONCILE_SECONDS: '1',
      CONFIRM_WITHIN_SECONDS: '1',
      POLL_MIN_SECONDS: '1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...where,
    });
    t.after(() => proxy.close());

    for (const { next } of [receiver, other]) {
      const failed = 'precandidate.submission_failed';
      await next(({ event }) => event.type === 'precandidate.submitted');
      await next(({ event }) => event.type === 'person.completed' && event.data.id === 'completed');
      await next(({ event }) => event.type === 'person.completed' && event.found_by === 'poll');
      // The old version deleted the data of a form that the service never confirmed.
      const { event } = await next((one) => one.event.type === failed && isOf(one.event, 'sent'));
      assert.ok(event.type === failed && event.data.reason === 'unconfirmed');
    }
    assert.deepEqual(posted, [{ person: 'unknown', data: { document_id: 'document of unknown' } }]);
  });

function isOf({ data }: { data: object }, person_id: string): boolean {
  return 'person_id' in data && data.person_id === person_id;
}
