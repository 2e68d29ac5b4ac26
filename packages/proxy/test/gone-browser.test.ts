import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { startPair } from './start-pair.ts';

const STREAM = { accept: 'text/event-stream' };

test('a browser that goes away before its stream begins leaves its place', async (t) => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const { apiUrl } = await startScriptedService(t, async (request, response) => {
    const person_id = /\/precandidate\/([^/]+)$/.exec(request.url ?? '')?.[1];
    if (person_id === undefined || (person_id === 'slow' && !isHeld))
      return void response.writeHead(404).end();
    if (person_id === 'slow') {
      asked.resolve();
      await answered.promise;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([recordOf(person_id)]));
  });
  const pair = await startPair(t, {
    env: {
      UPSTREAM_URL: apiUrl,
      MAX_STREAMS: '1',
      POLL_MIN_SECONDS: '3600',
      POLL_MAX_SECONDS: '3600',
    },
  });
  const open = async (person_id: string, signal?: AbortSignal) => {
    const form_id = `form-${person_id}`;
    const minted = await pair.backend('/sessions', { body: { person_id, form_id } });
    const { token } = (await minted.json()) as { token: string };
    isHeld = true;
    return fetch(`${pair.url}/precandidate/${person_id}/status/${form_id}`, {
      headers: { ...STREAM, authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    });
  };

  const abort = new AbortController();
  const gone = assert.rejects(open('slow', abort.signal));
  await asked.promise;
  abort.abort();
  await gone;
  // Answered after this one the proxy knows that the browser is gone.
  assert.equal((await fetch(`${pair.url}/healthz`)).status, 200);
  answered.resolve();

  // So many that the other one had its stream long ago.
  for (let times = 0; times < 20; times += 1)
    assert.equal((await fetch(`${pair.url}/readyz`)).status, 200);
  const other = await open('quick');
  assert.equal(other.status, 200);
  await other.body?.cancel();
});
