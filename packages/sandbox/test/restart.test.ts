import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { PERU, send, startClient, type Client, type Json } from './support/client.ts';
import { startReceiver } from './support/receiver.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { until } from 'precandidate-testing/until.ts';

const HOUR_MS = 60 * 60_000;

/** From now on, it is an hour later. */
function passAnHour(t: TestContext): void {
  const now = Date.now;
  t.mock.method(Date, 'now', () => now() + HOUR_MS);
}

const databaseFile = async (t: TestContext) => join(await newFolder(t), 'sandbox.db');

test('a database file keeps everything over a restart', async (t) => {
  const database = await databaseFile(t);
  const first = await startClient(t, { database, public_url: 'https://forms.example' });
  const record = await first.create('peru_basic');
  const submitted = await first.create('peru_basic');
  await first.open('POST', `/forms/${submitted.precandidate_id}`, PERU);
  const form_schema = { type: 'object', properties: {} };
  await first.control('POST', '/pipelines', { pipeline_name: 'added', form_schema });
  await first.control('POST', '/webhooks', { mode: 'lost' });
  await first.close();

  const second = await startClient(t, { database, public_url: 'https://forms.example' });
  assert.deepEqual(await second.reread(record), record);
  const { data, precandidate_status } = await second.stored(submitted);
  assert.deepEqual([data, precandidate_status], [PERU, 'SUBMITTED']);
  assert.equal((await second.create('added')).precandidate_status, 'CREATED');
});
/** The statuses of the first webhook's attempts, once there is one. */
const attempted = (at: Client) =>
  until(async () => {
    const [webhook] = (await at.control<{ attempts: Json[] }[]>('GET', '/webhooks')).body;
    return webhook?.attempts.length ? webhook.attempts.map(({ status }) => status) : undefined;
  });

test('reports that were running complete after a restart', async (t) => {
  const database = await databaseFile(t);
  const receiver = await startReceiver(t);
  const first = await startClient(t, { database, report_delay_ms: HOUR_MS });
  const person_id = await first.createPerson({ webhook_url: receiver.url });
  await first.close();
  assert.equal(receiver.count(), 0);
  passAnHour(t);
  await startClient(t, { database });
  assert.equal((await receiver.next()).body.id, person_id);
});

test('a webhook that waits for a retry is sent after a restart', async (t) => {
  const receiver = await startReceiver(t, [503]);
  const database = await databaseFile(t);
  const settings = { database, report_delay_ms: 0, webhook_retry_ms: [HOUR_MS] };
  const first = await startClient(t, settings);
  await first.createPerson({ webhook_url: receiver.url });
  const failed = await receiver.next();
  await attempted(first);
  await first.close();
  passAnHour(t);
  await startClient(t, settings);
  assert.deepEqual((await receiver.next()).body, failed.body);
});

test('a webhook that closing aborted is sent after a restart as its first attempt', async (t) => {
  const receiver = await startReceiver(t, [0]);
  const database = await databaseFile(t);
  const settings = { database, report_delay_ms: 0, webhook_retry_ms: [] };
  const first = await startClient(t, settings);
  await first.createPerson({ webhook_url: receiver.url });
  const unanswered = await receiver.next();
  await first.close();
  const second = await startClient(t, settings);
  assert.deepEqual((await receiver.next()).body, unanswered.body);
  assert.deepEqual(await attempted(second), [200]);
});

test('fails on a taken port and leaves nothing open', async (t) => {
  const first = await startClient(t);
  const port = Number(new URL(first.url).port);
  const database = await databaseFile(t);
  await assert.rejects(startClient(t, { port, database }), { code: 'EADDRINUSE' });
  // A database that is still open keeps its write-ahead log beside it.
  assert.deepEqual(await readdir(dirname(database)), [basename(database)]);
  assert.equal((await send(`${first.url}/healthz`, { method: 'GET' })).status, 200);
});
