import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { startPair } from './start-pair.ts';

test('a stream that would begin while the proxy stops does not hold it up', async (t) => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const { apiUrl } = await startScriptedService(t, async (_request, response) => {
    if (!isHeld) return void response.writeHead(404).end();
    asked.resolve();
    await answered.promise;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([recordOf('ana')]));
  });
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl, POLL_MIN_SECONDS: '60' } });
  const wish = { person_id: 'ana', form_id: 'form-ana' };
  const { token } = (await (await pair.backend('/sessions', { body: wish })).json()) as {
    token: string;
  };
  isHeld = true;
  const stream = fetch(`${pair.url}/precandidate/ana/status/form-ana`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
  });
  await asked.promise;
  const restarted = pair.restart();
  const stopping = pair.url;
  while ((await fetch(`${stopping}/readyz`)).ok);
  answered.resolve();
  assert.equal((await stream).status, 503);
  await restarted;
});
