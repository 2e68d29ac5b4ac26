import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from 'precandidate-sandbox';
import { startCommand } from './start-command.ts';
import { BACKEND_KEY, ORIGIN, RELAY_SECRET, WEBHOOK_SECRET } from './start-pair.ts';

const TYPED = '70551234';
const SESSION_SECRET = 'session-secret-0123456789-0123456789';

test('no log line, answer or metric of a whole run holds a key, a token or a typed value', async (t) => {
  const sandbox = await startSandbox({ api_key: 'the-api-key-0123456789' });
  t.after(() => sandbox.close());
  const command = startCommand({
    UPSTREAM_URL: sandbox.apiUrl,
    UPSTREAM_API_KEY: sandbox.apiKey,
    BACKEND_KEYS: BACKEND_KEY,
    SESSION_SECRETS: SESSION_SECRET,
    ALLOWED_ORIGINS: ORIGIN,
    WEBHOOK_SECRETS: WEBHOOK_SECRET,
    RELAY_URL: 'http://127.0.0.1:9/events',
    RELAY_SECRET,
    DATA_DIR: ':memory:',
    PORT: '0',
    LOG_LEVEL: 'trace',
  });
  const url = await command.ready;
  const answers: string[] = [];
  const call = async (path: string, headers: Record<string, string>, body?: unknown) => {
    const answer = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    answers.push(text, JSON.stringify([...answer.headers]));
    return text;
  };

  const backend = { authorization: `Bearer ${BACKEND_KEY}` };
  const creation = { country_code: 'PE', pipeline_name: 'peru_basic' };
  const { person_id, precandidate_id } = JSON.parse(
    await call('/precandidate', backend, creation),
  ) as { person_id: string; precandidate_id: string };
  const minted = await call('/sessions', backend, { person_id, form_id: precandidate_id });
  answers.length = 0;
  const { token } = JSON.parse(minted) as { token: string };
  const session = { authorization: `Bearer ${token}`, 'idempotency-key': 'a-key' };
  const form = `/precandidate/${person_id}`;
  const bad = { document_id: `${TYPED}-far-too-long-for-a-document`, city_locode: TYPED };
  await call(`${form}/submission/${precandidate_id}`, session, bad);
  await call(`${form}/submission/${precandidate_id}`, session, {
    document_id: TYPED,
    city_locode: 'PE LIM',
  });
  await call(`${form}/schema/${precandidate_id}?token=${token}`, {});
  await call(`/nowhere/${TYPED}?key=${BACKEND_KEY}`, {});
  await call('/webhooks/person-completed', { 'x-webhook-secret': WEBHOOK_SECRET }, { id: TYPED });
  for (const path of ['/metrics', '/openapi.json', '/readyz']) await call(path, {});

  command.child.kill('SIGTERM');
  assert.equal(await command.ended, 0, 'SIGTERM ends it cleanly');
  const log = command.output();
  assert.match(log, /"route":"\/precandidate\/:person_id\/submission\/:form_id","status":200/);
  for (const secret of [
    sandbox.apiKey,
    BACKEND_KEY,
    SESSION_SECRET,
    WEBHOOK_SECRET,
    RELAY_SECRET,
    token,
    token.split('.')[2] ?? token,
    TYPED,
  ]) {
    assert.ok(!log.includes(secret), `the log holds ${secret}`);
    assert.ok(!answers.join('\n').includes(secret), `an answer holds ${secret}`);
  }
});

test('wrong settings end the command with one list and no stack', async () => {
  const command = startCommand({ UPSTREAM_URL: 'nowhere', PORT: '-1' });
  command.ready.catch(() => undefined);
  assert.equal(await command.ended, 1);
  const lines = command.output().trim().split('\n');
  assert.equal(lines[0], 'The settings cannot be taken:');
  assert.equal(lines.length, 1 + 6);
  assert.doesNotMatch(command.output(), /\bat .*:\d+/);
});
