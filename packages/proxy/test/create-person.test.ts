import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPair } from './start-pair.ts';
import { startScriptedService } from './scripted-service.ts';

test('POST /{country}/persons passes the Idempotency-Key on, so that a retry creates no second person', async (t) => {
  const keys: unknown[] = [];
  const { apiUrl } = await startScriptedService(t, (request, response) => {
    keys.push(request.headers['idempotency-key']);
    response.end('"person-1"');
  });
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const create = (headers: Record<string, string>) =>
    fetch(`${pair.url}/pe/persons`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${pair.env['BACKEND_KEYS']?.split(',')[0]}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ document_id: '44556677' }),
    });
  assert.equal((await create({ 'idempotency-key': 'one' })).status, 200);
  assert.equal((await create({})).status, 200);
  assert.deepEqual(keys, ['one', undefined]);
});

test('PERSON_TIMEOUT_SECONDS limits how long a creation may take', async (t) => {
  const { apiUrl } = await startScriptedService(t, () => undefined);
  const env = { UPSTREAM_URL: apiUrl, PERSON_TIMEOUT_SECONDS: '1' };
  const pair = await startPair(t, { env });
  const created = await pair.backend('/pe/persons', { body: { document_id: '44556677' } });
  assert.equal(created.status, 503);
});
